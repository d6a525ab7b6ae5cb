package dev.redlock.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redlock.node.Claim;
import dev.redlock.node.Claims;
import dev.redlock.node.NodeProbe;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Freed;
import dev.redlock.node.NodeReply.Freed.Found;
import dev.redlock.node.NodeReply.Granted;
import dev.redlock.node.NodeReply.NotHeld;
import dev.redlock.node.NodeRequest.Acquire;
import dev.redlock.node.NodeRequest.Extend;
import dev.redlock.node.NodeRequest.Raise;
import dev.redlock.node.NodeRequest.Release;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** That the contract would find a function which forgets to ask whose vote it is. */
class OwnershipTest {
    private static final Duration TTL = Duration.ofMinutes(1);
    private static final Claim ANNAS = Claims.of("anna", "a");
    private static final Claim BERTS = Claims.of("bert", "a");

    private NodeProbe probe;

    private NodeProbe on(BrokenSchema schema) throws SQLException {
        probe = NodeProbe.open(PostgresNode.on(schema.install(TestServer.shared()))
                        .connections(1)
                        .create(0, "redlock"))
                .admitted(1);
        return probe;
    }

    @AfterEach
    void close() {
        probe.close();
    }

    private NodeReply releaseByAStranger() {
        probe.ask(Granted.class, new Acquire(ANNAS, TTL, 0));
        return probe.ask(new Release(BERTS));
    }

    private NodeReply extendByAStranger() {
        probe.ask(Granted.class, new Acquire(ANNAS, TTL, 0));
        return probe.ask(new Extend(BERTS, TTL, 1, false));
    }

    /** Bert had the vote in between, and may have got a token above Anna's first one. */
    private NodeReply raiseOfAVoteThatCameBack() {
        long annas = probe.ask(Granted.class, new Acquire(ANNAS, TTL, 0)).value();
        probe.ask(new Release(ANNAS));
        probe.ask(Granted.class, new Acquire(BERTS, TTL, 0));
        probe.ask(new Release(BERTS));
        probe.ask(Granted.class, new Acquire(ANNAS, TTL, 0));
        return probe.ask(new Raise(ANNAS, annas, annas + 1));
    }

    @Test
    void nobody_has_a_say_in_the_vote_of_somebody_else() throws SQLException {
        on(BrokenSchema.NONE);
        assertThat(releaseByAStranger()).isEqualTo(new Freed(Found.FOREIGN));
        assertThat(extendByAStranger()).isEqualTo(new NotHeld());
        probe.ask(new Release(ANNAS));
        assertThat(raiseOfAVoteThatCameBack()).isEqualTo(new NotHeld());
    }

    @Test
    void a_release_that_does_not_look_is_noticed() throws SQLException {
        on(BrokenSchema.ANYBODY_RELEASES);
        assertThat(releaseByAStranger()).isNotEqualTo(new Freed(Found.FOREIGN));
    }

    @Test
    void an_extend_that_does_not_look_is_noticed() throws SQLException {
        on(BrokenSchema.ANYBODY_EXTENDS);
        assertThat(extendByAStranger()).isNotEqualTo(new NotHeld());
    }

    @Test
    void a_raise_that_does_not_look_is_noticed() throws SQLException {
        on(BrokenSchema.RAISES_WHAT_CAME_BACK);
        assertThat(raiseOfAVoteThatCameBack()).isNotEqualTo(new NotHeld());
    }
}
