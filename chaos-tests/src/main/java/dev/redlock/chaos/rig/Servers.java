package dev.redlock.chaos.rig;

/** What all rigs of a JVM share, because it takes seconds to start: the Toxiproxy and the ledger. */
public record Servers(Toxiproxy toxiproxy, Ledger ledger) implements AutoCloseable {

    public static Servers start() {
        Toxiproxy toxiproxy = Toxiproxy.start();
        try {
            return new Servers(toxiproxy, Ledger.start());
        } catch (RuntimeException e) {
            toxiproxy.close();
            throw e;
        }
    }

    @Override
    public void close() {
        ledger.close();
        toxiproxy.close();
    }
}
