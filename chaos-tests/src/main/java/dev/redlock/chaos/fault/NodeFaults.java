package dev.redlock.chaos.fault;

import dev.redlock.chaos.rig.NodeClock;
import dev.redlock.testkit.redis.RedisNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What can go wrong with one node. */
public record NodeFaults(String name, RedisNode node, NodeClock clock) {
    /** By which a loss shows: what clients have, they may have written again by the time that somebody looks. */
    private static final String THERE_BEFORE = "there-before-the-fault";

    /** As {@code kill -9}; it comes back with what it has on disk. */
    public Nemesis down() {
        return new Nemesis(
                name, "down", "killed, and started again later", node::kill, () -> !node.isRunning(), node::start);
    }

    /** Connections stay open and nothing answers. */
    public Nemesis paused() {
        return new Nemesis(name, "paused", "the process stands still", node::pause, () -> true, node::resume);
    }

    /** Killed and started again at once, without a memory. */
    public Nemesis forgetsAll() {
        String before = runId();
        return event("restarted empty", "killed, and started again without its data", node::restartEmpty, before);
    }

    /** Killed and started again with the data of the last {@link RedisNode#takeSnapshot()}. */
    public Nemesis fallsBack() {
        String before = runId();
        return event("restored", "killed, and restored from an old backup", node::restartFromSnapshot, before);
    }

    /** Loses what was written to its log since it had this size, as a power failure does that comes before the disk. */
    public Nemesis losesPower(long sizeOnDisk) {
        String before = runId();
        return event(
                "power loss",
                "loses what had not reached its disk",
                () -> {
                    Path log = log();
                    node.kill();
                    truncate(log, sizeOnDisk);
                    node.start();
                },
                before);
    }

    /** How much the node has logged so far. */
    public long sizeOfLog() {
        try {
            return Files.size(log());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The file that grows: before Redis 7 there is only one, since then it is the last one of a folder. */
    private Path log() {
        Path data = Path.of(setting("dir"));
        Path single = data.resolve("appendonly.aof");
        if (Files.exists(single)) {
            return single;
        }
        try (Stream<Path> files = Files.list(data.resolve(setting("appenddirname")))) {
            return files.filter(file -> file.toString().endsWith(".incr.aof"))
                    .max(Comparator.comparing(Path::toString))
                    .orElseThrow(() -> new IllegalStateException(name + " logs nothing"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String setting(String setting) {
        List<String> answer = node.command("CONFIG", "GET", setting).lines().toList();
        return answer.get(answer.size() - 1);
    }

    private static void truncate(Path log, long size) {
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
            if (channel.size() <= size) {
                throw new IllegalStateException("nothing was logged since, so nothing can be lost");
            }
            channel.truncate(size);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code FLUSHALL}, as somebody may do by mistake. */
    public Nemesis flushed() {
        return new Nemesis(
                name,
                "flushed",
                "somebody deletes all keys",
                () -> {
                    node.command("SET", THERE_BEFORE, "");
                    node.command("FLUSHALL");
                },
                () -> node.command("EXISTS", THERE_BEFORE).equals("0"),
                () -> {});
    }

    /** The wall clock of the node is this far ahead until the fault ends. */
    public Nemesis clockAhead(Duration offset) {
        String kind = "clock " + (offset.isNegative() ? "" : "+") + offset.toMillis() + " ms";
        return new Nemesis(
                name,
                kind,
                "its wall clock is off",
                () -> clock.move(offset),
                () -> offset.minus(aheadNow()).abs().compareTo(Duration.ofMillis(500)) < 0,
                () -> clock.move(Duration.ZERO));
    }

    /** The wall clock of the node runs faster than the real one by this part. */
    public Nemesis clockRate(double faster) {
        ClockRate rate = new ClockRate(clock, faster);
        return new Nemesis(
                name,
                "clock rate",
                "its clock runs " + faster * 100 + " % fast",
                rate::start,
                rate::hasMoved,
                rate::stop);
    }

    /** Commands that need memory are refused. */
    public Nemesis outOfMemory() {
        return new Nemesis(
                name,
                "out of memory",
                "it refuses to store anything",
                () -> node.command("CONFIG", "SET", "maxmemory", "1"),
                () -> node.command("SET", "chaos:probe", "1").contains("OOM"),
                () -> node.command("CONFIG", "SET", "maxmemory", "0"));
    }

    public Nemesis scriptsLost() {
        String script = node.command("SCRIPT", "LOAD", "return '" + THERE_BEFORE + "'");
        return new Nemesis(
                name,
                "scripts lost",
                "it does not know the scripts any more",
                () -> node.command("SCRIPT", "FLUSH"),
                () -> node.command("SCRIPT", "EXISTS", script).equals("0"),
                () -> {});
    }

    private Duration aheadNow() {
        List<String> time = node.command("TIME").lines().toList();
        long micros = TimeUnit.SECONDS.toMicros(Long.parseLong(time.get(0))) + Long.parseLong(time.get(1));
        return Duration.ofMillis(TimeUnit.MICROSECONDS.toMillis(micros) - System.currentTimeMillis());
    }

    /** Over as soon as it has happened; seen by the node being another process than before. */
    private Nemesis event(String kind, String what, Runnable happening, String runIdBefore) {
        return new Nemesis(name, kind, what, happening, () -> !runId().equals(runIdBefore), () -> {});
    }

    private String runId() {
        return node.command("INFO", "server")
                .lines()
                .filter(line -> line.startsWith("run_id:"))
                .findFirst()
                .orElse("");
    }
}
