-- What was answered to a request, so that the same request gets the same answer. Written in the transaction of the work.
CREATE TABLE IF NOT EXISTS redlock_idempotency (
    id            VARCHAR(220) NOT NULL PRIMARY KEY,
    fingerprint   VARCHAR(64)  NOT NULL,
    answer        TEXT         NOT NULL,
    expires_at_ms BIGINT       NOT NULL
);
CREATE INDEX IF NOT EXISTS redlock_idempotency_expiry ON redlock_idempotency (expires_at_ms);
