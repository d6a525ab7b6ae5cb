-- Messages that were decided on in a transaction and are sent after it. A row is there only if its transaction committed.
CREATE TABLE IF NOT EXISTS redlock_outbox (
    id      BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
    topic   VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    payload MEDIUMTEXT   CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL
) ENGINE = InnoDB;
