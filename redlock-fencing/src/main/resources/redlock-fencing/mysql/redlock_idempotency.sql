-- What was answered to a request, so that the same request gets the same answer. Written in the transaction of the work.
CREATE TABLE IF NOT EXISTS redlock_idempotency (
    id            VARCHAR(220) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL PRIMARY KEY,
    fingerprint   VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    answer        MEDIUMTEXT   CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    expires_at_ms BIGINT NOT NULL,
    INDEX redlock_idempotency_expiry (expires_at_ms)
) ENGINE = InnoDB;
