package dev.redlock.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.aspectj.weaver.loadtime.Agent;
import org.junit.jupiter.api.Test;

/** In a JVM with the agent of AspectJ, the lock is around private methods, calls of an object to itself, and what is no bean. */
class WeavingTest {

    @Test
    void woven_methods_take_their_lock_whoever_calls() throws Exception {
        List<String> said = run("--redlock.annotation.mode=aspectj");

        assertThat(said)
                .containsSubsequence(
                        "before: p0 under nothing", "bean: p1 under stock:p1", "object: p2 under stock:p2");
    }

    /** The control: the same weaving, but nobody has asked for it. */
    @Test
    void woven_methods_are_left_alone_unless_asked_for() throws Exception {
        List<String> said = run("--redlock.annotation.mode=off");

        assertThat(said).containsSubsequence("bean: p1 under nothing", "object: p2 under nothing");
    }

    private static List<String> run(String... arguments) throws IOException, InterruptedException {
        String agent =
                Agent.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        ProcessBuilder builder = new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-javaagent:" + agent,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                WovenApplication.class.getName(),
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn");
        builder.command().addAll(List.of(arguments));
        Process process = builder.redirectErrorStream(true).start();
        List<String> said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor())
                .as("end of the child, which said %s", said)
                .isZero();
        return said;
    }
}
