package dev.redlock.examples.payout;

import dev.redlock.examples.payout.Payouts.Receipt;
import dev.redlock.fencing.guard.Outcome;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** The API. Whatever is not done is answered with a problem that says whether, and when, to try again with the same key. */
@RestController
public class PayoutController {
    private static final String KEY = "Idempotency-Key";

    private final Payouts payouts;

    PayoutController(Payouts payouts) {
        this.payouts = payouts;
    }

    /** A deal to be paid out. */
    public record PayoutRequest(String dealId) {}

    /**
     * A part of a payout to be given back.
     *
     * @param amount in minor units, such as cents
     */
    public record RefundRequest(long amount) {}

    @PostMapping("/payouts")
    ResponseEntity<?> payOut(@RequestHeader(KEY) String key, @RequestBody PayoutRequest request) throws SQLException {
        return answer(payouts.payOut(key, request.dealId()));
    }

    @PostMapping("/payouts/{dealId}/refunds")
    ResponseEntity<?> refund(
            @RequestHeader(KEY) String key, @PathVariable("dealId") String dealId, @RequestBody RefundRequest request)
            throws SQLException {
        return answer(payouts.refund(key, dealId, request.amount()));
    }

    private static ResponseEntity<?> answer(Outcome<Receipt> outcome) {
        if (outcome instanceof Outcome.Done<Receipt> done) {
            return ResponseEntity.status(HttpStatus.CREATED).body(done.result());
        } else if (outcome instanceof Outcome.AlreadyDone<Receipt> before) {
            return ResponseEntity.ok().header("Idempotency-Replayed", "true").body(before.result());
        } else if (outcome instanceof Outcome.Busy<Receipt> busy) {
            String who = busy.owner().map(owner -> "by " + owner).orElse("by several at once");
            return problem(
                    HttpStatus.CONFLICT,
                    "busy",
                    "it is being worked on " + who,
                    busy.remaining().orElse(Duration.ZERO));
        } else if (outcome instanceof Outcome.Stale<Receipt> stale) {
            String how = "token " + stale.token() + " was overtaken by " + stale.newest() + "; nothing was written";
            return problem(HttpStatus.CONFLICT, "overtaken", how, Duration.ZERO);
        } else if (outcome instanceof Outcome.Unknown<Receipt>) {
            return problem(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "unknown",
                    "the database did not confirm; the same key finds out",
                    Duration.ZERO);
        }
        Duration pause = Duration.ofSeconds(5);
        return problem(HttpStatus.SERVICE_UNAVAILABLE, "unavailable", "too few lock nodes, or no database", pause);
    }

    private static ResponseEntity<?> problem(HttpStatus status, String type, String detail, Duration retryAfter) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setType(URI.create("urn:payout:problem:" + type));
        return ResponseEntity.status(status)
                .header(HttpHeaders.RETRY_AFTER, Long.toString(Math.max(1, retryAfter.toSeconds())))
                .body(problem);
    }
}
