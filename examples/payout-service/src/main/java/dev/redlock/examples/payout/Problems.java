package dev.redlock.examples.payout;

import dev.redlock.fencing.guard.RefundTooLargeException;
import dev.redlock.fencing.guard.RolledBackException;
import dev.redlock.fencing.idempotency.IdempotencyConflictException;
import java.net.URI;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** What the caller has to change before trying again. */
@RestControllerAdvice
class Problems extends ResponseEntityExceptionHandler {

    @ExceptionHandler
    ProblemDetail onNotPayable(DealNotPayableException e) {
        return problem(HttpStatus.CONFLICT, "not-payable", e);
    }

    @ExceptionHandler
    ProblemDetail onConflict(IdempotencyConflictException e) {
        return problem(HttpStatus.UNPROCESSABLE_CONTENT, "key-reused", e);
    }

    @ExceptionHandler
    ProblemDetail onTooLarge(RefundTooLargeException e) {
        return problem(HttpStatus.UNPROCESSABLE_CONTENT, "refund-too-large", e);
    }

    @ExceptionHandler
    ProblemDetail onBadInput(IllegalArgumentException e) {
        return problem(HttpStatus.BAD_REQUEST, "bad-input", e);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> onRolledBack(RolledBackException e) {
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .header(HttpHeaders.RETRY_AFTER, "1")
                .body(problem(HttpStatus.SERVICE_UNAVAILABLE, "rolled-back", e));
    }

    private static ProblemDetail problem(HttpStatus status, String type, Exception e) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, String.valueOf(e.getMessage()));
        problem.setType(URI.create("urn:payout:problem:" + type));
        return problem;
    }
}
