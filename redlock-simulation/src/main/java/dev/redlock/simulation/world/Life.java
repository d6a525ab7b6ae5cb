package dev.redlock.simulation.world;

/** One life of a client: what it would have done is not done after its end, and done later if it stands still. */
final class Life {
    private boolean alive = true;
    private long pausedUntil;

    boolean isAlive() {
        return alive;
    }

    long pausedUntil() {
        return pausedUntil;
    }

    void pauseUntil(long tick) {
        pausedUntil = Math.max(pausedUntil, tick);
    }

    void end() {
        alive = false;
    }
}
