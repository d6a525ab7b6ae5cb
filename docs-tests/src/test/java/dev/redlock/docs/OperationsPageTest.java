package dev.redlock.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redlock.FencingToken;
import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.WrongSetupException;
import dev.redlock.testkit.redis.RedisNode;
import dev.redlock.testkit.redis.RedisNodeSet;
import dev.redlock.testkit.redis.RedisNodes;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What operators are told to do works as it is written. */
@RedisNodes(5)
class OperationsPageTest {
    private static final Page PAGE = Page.read(Repository.ROOT.resolve("docs/operations.md"));

    @Test
    void the_rights_on_the_page_are_enough(RedisNodeSet nodes) throws Exception {
        String[] rights = rightsOnThePage();
        nodes.forEach(node -> assertThat(node.command(rights)).isEqualTo("OK"));
        try (Redlock redlock = Redlock.connect(asUser(nodes));
                Redlock other = Redlock.connect(asUser(nodes))) {
            Lease lease = redlock.acquire("payout:42", LockOptions.defaults().withRenewal(true));
            lease.extend();
            assertThat(other.inspect("payout:42").holder()).isPresent();
            assertThat(other.locks()).hasSize(1);
            CompletableFuture<?> next = other.acquireAsync("payout:42");
            lease.release();
            next.get(5, TimeUnit.SECONDS);
            other.forceRelease("payout:42");
        } finally {
            nodes.forEach(node -> node.command("ACL", "DELUSER", "lock"));
        }
        assertThat(nodes).allMatch(node -> node.command("ACL", "LOG").isEmpty());
    }

    @Test
    void the_number_of_nodes_can_be_changed_as_the_page_says_and_tokens_go_on(RedisNodeSet nodes) {
        String[] five = nodes.uriArray();
        String[] three = List.of(five).subList(0, 3).toArray(String[]::new);
        FencingToken before;
        try (Redlock redlock = Redlock.connect(three);
                Lease lease = redlock.acquire("payout:42")) {
            before = lease.token();
            assertThatThrownBy(() -> Redlock.connect(five)).isInstanceOf(WrongSetupException.class);
        }

        nodes.forEach(node -> node.command("HDEL", "redlock.records", ".run"));

        try (Redlock redlock = Redlock.connect(five);
                Lease lease = redlock.acquire("payout:42")) {
            assertThat(lease.token()).isGreaterThan(before);
        }
    }

    private static String[] rightsOnThePage() {
        List<String> line = PAGE.blocks("text").stream()
                .filter(block -> block.code().get(0).startsWith("ACL SETUSER"))
                .findFirst()
                .orElseThrow()
                .code();
        return String.join(" ", line).strip().split(" +", -1);
    }

    private static String[] asUser(RedisNodeSet nodes) {
        return nodes.nodes().stream().map(OperationsPageTest::asUser).toArray(String[]::new);
    }

    private static String asUser(RedisNode node) {
        return "redis://lock:PASSWORD@" + node.host() + ":" + node.port();
    }
}
