-- What was paid out, and how much of it was given back: never more. Amounts in minor units, such as cents.
CREATE TABLE IF NOT EXISTS redlock_refund_limit (
    payout_key VARCHAR(200) NOT NULL PRIMARY KEY,
    paid       BIGINT       NOT NULL,
    refunded   BIGINT       NOT NULL
);
