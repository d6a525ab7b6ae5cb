package dev.redlock.cli.demo;

import dev.redlock.FencingToken;
import dev.redlock.LockStatus;
import dev.redlock.Redlock;

/** The five lines of the README. */
record FirstPayout(Stage stage) implements Step {
    private static final String PAYOUT = "payout:1";

    @Override
    public String title() {
        return "A payout under the lock";
    }

    @Override
    public String summary() {
        return "paid once";
    }

    @Override
    public void play(Scene scene) throws Exception {
        Redlock shop = stage.client("shop-1");
        LockStatus[] during = new LockStatus[1];
        FencingToken token = shop.withLock(PAYOUT, lease -> {
            during[0] = shop.inspect(PAYOUT);
            stage.ledger().payFenced(PAYOUT, "shop-1", lease.token());
            return lease.token();
        });
        LockStatus.Vote holder = during[0].holder().orElse(null);
        long votes = during[0].nodes().stream()
                .filter(node -> node.vote().isPresent())
                .count();
        scene.proved(
                holder != null && holder.owner().equals("shop-1"),
                "shop-1 held the lock: " + votes + " of " + Stage.NODES + " nodes had voted for it, "
                        + during[0].needed() + " are needed");
        scene.proved(
                holder != null && holder.token().filter(token::equals).isPresent(),
                "with it came the fencing token " + token + ", larger than every one before");
        scene.proved(stage.ledger().timesPaid(PAYOUT) == 1, "the ledger says: " + PAYOUT + " was paid once");
        scene.proved(shop.inspect(PAYOUT).holder().isEmpty(), "and the lock is free again");
    }
}
