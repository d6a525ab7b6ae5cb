package dev.redlock.time;

/** The one clock. Production reads {@link System#nanoTime()}; the simulator moves it by hand. */
@FunctionalInterface
public interface Ticker {
    Tick now();

    static Ticker system() {
        return () -> new Tick(System.nanoTime());
    }
}
