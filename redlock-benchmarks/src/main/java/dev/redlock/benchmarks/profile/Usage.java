package dev.redlock.benchmarks.profile;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What clients and nodes have used of the processors so far.
 *
 * @param clients all threads, those that have ended as well
 * @param threads those that are alive, by their ids
 * @param nodes empty where nobody can tell
 */
record Usage(CpuTime clients, Map<Long, ThreadTime> threads, Optional<CpuTime> nodes) {
    private static final Path PROCESSES = Path.of("/proc");
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** Whether other processes can be looked at. Of this one, the JVM can tell on any system. */
    static boolean seesOthers() {
        return Files.isReadable(PROCESSES.resolve("self/stat"));
    }

    static Usage now(List<Long> clients, List<Long> nodes) throws IOException {
        if (!seesOthers()) {
            long cpu = SYSTEM.getProcessCpuTime();
            return new Usage(new CpuTime(cpu, 0), threadsOfThisJvm(), Optional.empty());
        }
        CpuTime used = CpuTime.NONE;
        Map<Long, ThreadTime> threads = new HashMap<>();
        for (long client : clients) {
            Path process = PROCESSES.resolve(Long.toString(client));
            used = used.plus(read(process).time());
            addThreads(process, threads);
        }
        CpuTime usedByNodes = CpuTime.NONE;
        for (long node : nodes) {
            usedByNodes = usedByNodes.plus(
                    read(PROCESSES.resolve(Long.toString(node))).time());
        }
        return new Usage(used, threads, nodes.isEmpty() ? Optional.empty() : Optional.of(usedByNodes));
    }

    private static void addThreads(Path process, Map<Long, ThreadTime> threads) throws IOException {
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(process.resolve("task"))) {
            for (Path task : tasks) {
                try {
                    threads.put(Long.valueOf(task.getFileName().toString()), read(task));
                } catch (NoSuchFileException ended) {
                    // What it has used is in the sum of its process.
                }
            }
        }
    }

    private static ThreadTime read(Path folder) throws IOException {
        return ThreadTime.parse(Files.readString(folder.resolve("stat")));
    }

    private static Map<Long, ThreadTime> threadsOfThisJvm() {
        Map<Long, ThreadTime> threads = new HashMap<>();
        for (long id : THREADS.getAllThreadIds()) {
            ThreadInfo info = THREADS.getThreadInfo(id);
            if (info != null) {
                CpuTime time = CpuTime.ofTotal(THREADS.getThreadCpuTime(id), THREADS.getThreadUserTime(id));
                threads.put(id, new ThreadTime(info.getThreadName(), time));
            }
        }
        return threads;
    }
}
