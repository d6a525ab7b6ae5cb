package dev.redlock.examples.unfenced;

import dev.redlock.annotation.DistributedLock;
import dev.redlock.examples.payout.PayoutController.PayoutRequest;
import java.sql.SQLException;
import java.time.Duration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/**
 * The service as many would write it: a lock, and a look whether the deal is paid, but no fence. A control: the test has to
 * see that it pays twice. In a package of its own, where the service does not look for its parts.
 */
@SpringBootApplication
public class UnfencedPayouts {
    public static void main(String[] arguments) {
        SpringApplication.run(UnfencedPayouts.class, arguments);
    }

    /** In place of the guarded one. */
    @RestController
    static class Api {
        private final JdbcClient jdbc;

        Api(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @PostMapping("/payouts")
        @DistributedLock("payout:{key}")
        public String payOut(@RequestHeader("Idempotency-Key") String key, @RequestBody PayoutRequest request)
                throws SQLException, InterruptedException {
            String deal = request.dealId();
            String state = jdbc.sql("SELECT state FROM deal WHERE id = ?")
                    .param(deal)
                    .query(String.class)
                    .single();
            if (state.equals("PAID")) {
                return "paid before";
            }
            // As long as a call to a payment provider: the window that a lock alone does not close.
            Thread.sleep(Duration.ofMillis(150).toMillis());
            jdbc.sql("UPDATE account SET balance = balance + 100 WHERE id = (SELECT payee FROM deal WHERE id = ?)")
                    .param(deal)
                    .update();
            jdbc.sql("UPDATE account SET balance = balance - 100 WHERE id = 'escrow'")
                    .update();
            jdbc.sql("INSERT INTO transfer (deal_id, source, target, amount, token) VALUES (?, 'escrow', '', 100, 0)")
                    .param(deal)
                    .update();
            jdbc.sql("UPDATE deal SET state = 'PAID' WHERE id = ?").param(deal).update();
            return "paid";
        }
    }
}
