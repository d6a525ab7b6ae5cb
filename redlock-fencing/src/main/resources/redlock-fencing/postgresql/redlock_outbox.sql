-- Messages that were decided on in a transaction and are sent after it. A row is there only if its transaction committed.
CREATE TABLE IF NOT EXISTS redlock_outbox (
    id      BIGINT       GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    topic   VARCHAR(200) NOT NULL,
    payload TEXT         NOT NULL
);
