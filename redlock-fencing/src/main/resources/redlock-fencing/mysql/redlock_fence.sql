-- The largest token that each resource has seen. One row per resource; its row lock makes check and write one step.
-- Names are compared byte by byte: with a case-insensitive collation, Deal:1 and deal:1 would share a fence.
CREATE TABLE IF NOT EXISTS redlock_fence (
    resource VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL PRIMARY KEY,
    token    BIGINT NOT NULL
) ENGINE = InnoDB;
