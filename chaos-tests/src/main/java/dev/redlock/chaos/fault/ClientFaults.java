package dev.redlock.chaos.fault;

import dev.redlock.chaos.history.Fault;
import dev.redlock.chaos.rig.ChildJvm;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * What can go wrong with one client.
 *
 * @param wallClockMillis what the client takes for the time
 */
public record ClientFaults(ChildJvm process, LongSupplier wallClockMillis) {

    /** As a long garbage collection, or a virtual machine that is moved. */
    public Nemesis frozen() {
        return new Nemesis(
                Fault.client(process.name()),
                "paused",
                "the process stands still",
                process::freeze,
                process::isFrozen,
                process::thaw);
    }

    /** As a virtual machine that is put to sleep: its monotonic clock stands still with it. */
    public Nemesis suspended() {
        return new Nemesis(
                Fault.client(process.name()),
                Fault.PAUSED,
                "the machine sleeps, and for its clock no time passes",
                process::freeze,
                process::isFrozen,
                process::wakeUp);
    }

    public Nemesis killed() {
        return new Nemesis(
                Fault.client(process.name()),
                "killed",
                "the process ends at once",
                process::kill,
                () -> !process.isAlive(),
                () -> {});
    }

    /** Its monotonic clock stays as it is. */
    public Nemesis wallClockAhead(Duration offset) {
        return new Nemesis(
                Fault.client(process.name()),
                "wall clock " + (offset.isNegative() ? "" : "+") + offset.toSeconds() + " s",
                "its wall clock is off",
                () -> process.moveClock(offset),
                () -> Math.abs(wallClockMillis.getAsLong() - System.currentTimeMillis() - offset.toMillis()) < 1000,
                () -> process.moveClock(Duration.ZERO));
    }
}
