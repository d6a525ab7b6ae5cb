-- The largest token that each resource has seen. One row per resource; its row lock makes check and write one step.
CREATE TABLE IF NOT EXISTS redlock_fence (
    resource VARCHAR(200) NOT NULL PRIMARY KEY,
    token    BIGINT       NOT NULL
);
