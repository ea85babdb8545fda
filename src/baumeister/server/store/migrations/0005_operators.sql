-- Tables without clocks no longer wake up by themselves: bots think only where somebody is.
UPDATE tables SET wakes = 0 WHERE summary LIKE '%"kind":"untimed"%';

-- Where a table was created: a keyed hash of the network address, to limit and ban addresses.
CREATE TABLE origins (table_id TEXT PRIMARY KEY, origin TEXT NOT NULL, made BIGINT NOT NULL);
CREATE INDEX origins_by_origin ON origins (origin);

-- Who may not play: a person's id, a network, or the origin of a table.
CREATE TABLE bans (
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    made BIGINT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (kind, value)
);

-- What the operator wants done; every process reads it.
CREATE TABLE orders (
    id TEXT PRIMARY KEY,
    made BIGINT NOT NULL,
    what TEXT NOT NULL,
    target TEXT NOT NULL,
    done BIGINT
);

-- For expiry in small batches.
CREATE INDEX tables_by_updated ON tables (updated);
CREATE INDEX seats_by_table ON seats (table_id);
CREATE INDEX analyses_by_table ON analyses (table_id);
CREATE INDEX analyses_by_made ON analyses (made);
