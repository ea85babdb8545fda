-- Processes and the tables they run. A table is written by its owner only; the epoch increases with
-- each owner, and a write with an old epoch is refused.
CREATE TABLE processes (
    id TEXT PRIMARY KEY,    -- new at each start
    address TEXT NOT NULL,  -- where the other processes reach it
    beats BIGINT NOT NULL,  -- increases while it runs
    clock BIGINT NOT NULL,  -- what its clock showed at the last beat
    gone INTEGER NOT NULL   -- it has stopped and handed its tables over
);
ALTER TABLE tables ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;
