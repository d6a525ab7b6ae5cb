package dev.redlock.simulation.world;

import dev.redlock.simulation.check.Property;
import dev.redlock.simulation.check.Referee;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Sees the defects that the code under test can only log, because there is nobody to throw them at. */
final class DefectLog extends Handler {
    private static final Logger LOGGER = Logger.getLogger("dev.redlock");
    private static final ThreadLocal<@Nullable Referee> OBSERVER = new ThreadLocal<>();

    static {
        LOGGER.setUseParentHandlers(false);
        LOGGER.setLevel(Level.SEVERE);
        LOGGER.addHandler(new DefectLog());
    }

    /** From now on, what is logged on this thread is told to this referee; to nobody, if there is none. */
    static void observe(@Nullable Referee referee) {
        OBSERVER.set(referee);
    }

    @Override
    public void publish(LogRecord message) {
        Referee referee = OBSERVER.get();
        if (referee != null && message.getLevel().intValue() >= Level.SEVERE.intValue()) {
            referee.fail(Property.NO_DEFECT, message.getMessage() + " " + message.getThrown());
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
