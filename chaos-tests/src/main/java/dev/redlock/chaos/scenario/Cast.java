package dev.redlock.chaos.scenario;

import dev.redlock.chaos.actor.Message;
import dev.redlock.chaos.rig.Rig;
import dev.redlock.testkit.redis.RedisNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The clients of one run: processes that were there before, with locks that are opened for this run and closed after it. */
final class Cast {
    private final Rig rig;
    private final Map<String, Remote> remotes;
    private final RunId run;
    private final Optional<Path> patched;
    private final Map<String, Client> clients = new TreeMap<>();
    private final List<String> leftovers = new ArrayList<>();
    private int diaries;

    /**
     * @param remotes the processes of this rig, by name
     * @param patched where the classes of the mutant are
     */
    Cast(Rig rig, Map<String, Remote> remotes, RunId run, Optional<Path> patched) {
        this.rig = rig;
        this.remotes = remotes;
        this.run = run;
        this.patched = patched;
    }

    Rig rig() {
        return rig;
    }

    Client client(String name, Stage stage) {
        Client known = clients.get(name);
        if (known != null && known.remote().process().isAlive()) {
            return known;
        }
        Call opening = opened(name, stage, 1, run.contestant().addresses());
        if (!opening.ok()) {
            throw new ScriptException(name + " cannot open its lock: " + opening.detail());
        }
        return Objects.requireNonNull(clients.get(name));
    }

    /** Tries to open a lock on the nodes from the first to the last, by their numbers from 1. */
    Call opened(String name, Stage stage, int first, int last) {
        Remote remote = remotes.get(name);
        if (remote == null || !remote.process().isAlive()) {
            remote = new Remote(rig, name);
            remotes.put(name, remote);
        }
        Call opening = remote.tell(opening(remote, name, first, last));
        if (opening.ok()) {
            clients.put(name, new Client(name, stage, remote));
        }
        return opening;
    }

    private Message opening(Remote remote, String name, int first, int last) {
        Contestant contestant = run.contestant();
        List<String> nodes = IntStream.rangeClosed(first, last)
                .mapToObj(node -> rig.link(name, node - 1).uri())
                .toList();
        Message order = remote.order("open")
                .with("client", name)
                .with("lock", contestant.kind())
                .with("guard", contestant.guard())
                .with("nodes", String.join(",", nodes))
                .with("ledger", rig.ledgerLink(name).port())
                .with("ttl", run.scenario().ttl().toMillis())
                .with("renewal", run.scenario().renewal())
                .with("diary", run.folder().resolve(name + "-" + diaries++ + ".tsv"));
        for (Map.Entry<String, String> setting : run.scenario().settings().entrySet()) {
            order = order.with("setting." + setting.getKey(), setting.getValue());
        }
        return patched.isPresent() ? order.with("patched", patched.get()) : order;
    }

    /** Closes all locks, and notes what they leave behind. */
    void leave() {
        clients.values().parallelStream().forEach(client -> {
            Remote remote = client.remote();
            if (remote.process().isAlive()) {
                Call closing = remote.tell(remote.order("close"));
                String threads = closing.await().find("threads").orElse("");
                if (!threads.isEmpty()) {
                    note("client " + client.name() + " still has the threads " + threads);
                }
            }
        });
    }

    private synchronized void note(String leftover) {
        leftovers.add(leftover);
    }

    /** What is still there when every lock that was given back, and every one that was not, must be gone. */
    List<String> leftovers() {
        Duration patience = run.scenario().ttl().plusMillis(500);
        long start = System.nanoTime();
        List<String> keys = keys();
        while (!keys.isEmpty() && System.nanoTime() - start < patience.toNanos()) {
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            keys = keys();
        }
        return Stream.concat(leftovers.stream(), keys.stream()).toList();
    }

    /** Votes, of whatever lock; not the counters from which tokens come, which have to stay. */
    private List<String> keys() {
        List<String> found = new ArrayList<>();
        for (int index = 0; index < Rig.NODES; index++) {
            RedisNode node = rig.node(index);
            String name = Rig.nameOf(index);
            node.command("KEYS", "*" + run.prefix() + "*")
                    .lines()
                    .filter(key -> !key.isBlank() && !key.contains("token") && !key.contains("latch"))
                    .forEach(key -> found.add(name + " still has the key " + key));
        }
        return found;
    }

    List<Path> diaries() {
        try (Stream<Path> files = Files.list(run.folder())) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
