package dev.redlock.testkit.redis;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Independent Redis nodes on this machine. Closing the set ends them and removes what they wrote; so does the end of
 * this JVM, even a violent one.
 *
 * <p>The nodes run in Docker if an engine answers, else as {@code redis-server} from the {@code PATH}, else from a
 * binary that comes along. The system property {@value ProviderChoice#PROPERTY} set to {@code docker}, {@code path} or
 * {@code embedded} decides otherwise.
 */
public final class RedisNodeSet implements AutoCloseable, Iterable<RedisNode> {
    private final List<ManagedNode> managed;

    private RedisNodeSet(List<ManagedNode> managed) {
        this.managed = List.copyOf(managed);
    }

    /** Starts nodes and returns when all of them answer. */
    public static RedisNodeSet start(int count) {
        return start(count, new String[0]);
    }

    /** Starts nodes with further arguments of {@code redis-server}, for example {@code "--appendonly", "yes"}. */
    public static RedisNodeSet start(int count, String... serverArguments) {
        return start(ProviderChoice.current(), count, serverArguments);
    }

    static RedisNodeSet start(NodeProvider provider, int count, String... serverArguments) {
        if (count < 1) {
            throw new IllegalArgumentException("a set needs at least one node, got " + count);
        }
        List<String> arguments = List.of(serverArguments);
        ExecutorService starters = Executors.newFixedThreadPool(count);
        try {
            List<Future<ManagedNode>> starting = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                starting.add(starters.submit(() -> provider.start(arguments)));
            }
            return allOrNone(starting);
        } finally {
            starters.shutdown();
        }
    }

    /** A set with a missing node is of no use, so the others are ended when one fails to start. */
    private static RedisNodeSet allOrNone(List<Future<ManagedNode>> starting) {
        List<ManagedNode> started = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        for (Future<ManagedNode> node : starting) {
            try {
                started.add(node.get());
            } catch (ExecutionException e) {
                failures.add(e.getCause() == null ? e : e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                failures.add(e);
            }
        }
        RedisNodeSet set = new RedisNodeSet(started);
        if (failures.isEmpty()) {
            return set;
        }
        set.close();
        Throwable first = failures.get(0);
        throw new IllegalStateException(first.getMessage(), first);
    }

    public RedisNode node(int index) {
        return managed.get(index);
    }

    public List<RedisNode> nodes() {
        return List.copyOf(managed);
    }

    public int size() {
        return managed.size();
    }

    /** The addresses of all nodes, for example {@code redis://127.0.0.1:20001}. */
    public List<String> uris() {
        return managed.stream().map(RedisNode::uri).toList();
    }

    public String[] uriArray() {
        return uris().toArray(String[]::new);
    }

    @Override
    public Iterator<RedisNode> iterator() {
        return nodes().iterator();
    }

    void reset() {
        managed.parallelStream().forEach(ManagedNode::reset);
    }

    @Override
    public void close() {
        managed.parallelStream().forEach(ManagedNode::close);
    }
}
