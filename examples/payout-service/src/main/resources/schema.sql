-- Instances that start at the same moment take turns: the whole file is one step, see sql.init.separator.
SELECT pg_advisory_xact_lock(4711);
CREATE TABLE IF NOT EXISTS account (
  id      VARCHAR(64) PRIMARY KEY,
  opening BIGINT NOT NULL,
  balance BIGINT NOT NULL
);
CREATE TABLE IF NOT EXISTS deal (
  id     VARCHAR(64) PRIMARY KEY,
  payee  VARCHAR(64) NOT NULL REFERENCES account (id),
  amount BIGINT NOT NULL CHECK (amount > 0),
  state  VARCHAR(16) NOT NULL,
  token  BIGINT
);
CREATE TABLE IF NOT EXISTS transfer (
  id      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deal_id VARCHAR(64) NOT NULL,
  source  VARCHAR(64) NOT NULL,
  target  VARCHAR(64) NOT NULL,
  amount  BIGINT NOT NULL,
  token   BIGINT NOT NULL
);
CREATE TABLE IF NOT EXISTS provider_call (
  id      BIGINT PRIMARY KEY,
  topic   VARCHAR(200) NOT NULL,
  payload TEXT NOT NULL
);
