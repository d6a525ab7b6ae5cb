package dev.redlock.examples.payout;

import dev.redlock.Lease;
import dev.redlock.annotation.CurrentLease;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.OnHeld;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Compares accounts with transfers. Takes as long as it takes, so the lease is renewed; one replica does it per turn. */
@Component
public class Reconciliation {
    private static final Logger LOG = LoggerFactory.getLogger(Reconciliation.class);

    private final JdbcClient jdbc;

    Reconciliation(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Scheduled(cron = "${payout.reconciliation:0 * * * * *}")
    @DistributedLock(value = "reconciliation", renew = true, onHeld = OnHeld.SKIP, holdAtLeast = "10s")
    public void run() {
        List<String> wrong = differences(CurrentLease.get().orElseThrow());
        if (wrong.isEmpty()) {
            LOG.info("Reconciled: every account is the sum of its transfers.");
        } else {
            LOG.error("Accounts that are not the sum of their transfers: {}", wrong);
        }
    }

    /** Looks at its lease between the steps, so that it does not go on for long after it has lost it. */
    private List<String> differences(Lease lease) {
        List<String> accounts = jdbc.sql("SELECT id FROM account ORDER BY id")
                .query((row, number) -> row.getString(1))
                .list();
        return accounts.stream()
                .filter(account -> {
                    lease.checkValid();
                    return difference(account) != 0;
                })
                .toList();
    }

    private long difference(String account) {
        return jdbc.sql("SELECT a.balance - a.opening"
                        + " - COALESCE((SELECT SUM(amount) FROM transfer WHERE target = a.id), 0)"
                        + " + COALESCE((SELECT SUM(amount) FROM transfer WHERE source = a.id), 0)"
                        + " FROM account a WHERE a.id = ?")
                .param(account)
                .query(Long.class)
                .single();
    }
}
