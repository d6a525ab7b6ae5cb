package dev.redlock.chaos.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redlock.chaos.actor.ActorMain;
import dev.redlock.chaos.actor.Message;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChildJvmTest {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final ChildJvm child = ChildJvm.start("A", ActorMain.class, lines::add);

    @AfterEach
    void close() {
        child.close();
    }

    @Test
    void has_a_wall_clock_of_its_own() {
        child.moveClock(Duration.ofHours(-1));

        long hourAgo = System.currentTimeMillis() - Duration.ofHours(1).toMillis();
        assertThat(timeOfChild()).isBetween(hourAgo - 10_000, hourAgo + 10_000);
    }

    @Test
    void stands_still_while_it_is_frozen_and_answers_afterwards() {
        timeOfChild();
        child.freeze();
        child.say(Message.of(2, "time").line());
        assertThat(child.isFrozen()).isTrue();
        assertThat(lines).hasSize(1);

        child.thaw();

        await().until(() -> lines.size() == 2);
    }

    @Test
    void is_gone_when_it_is_killed() {
        child.kill();

        assertThat(child.isAlive()).isFalse();
    }

    private long timeOfChild() {
        child.say(Message.of(1, "time").line());
        await().until(() -> !lines.isEmpty());
        return Message.parse(lines.get(0)).number("millis");
    }
}
