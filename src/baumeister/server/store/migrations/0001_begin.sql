-- Tables, their logs, people and their sessions. Read by SQLite and PostgreSQL alike.
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);

-- One row a table: what lists and start-up need. The log is the truth.
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    status TEXT NOT NULL,
    listed INTEGER NOT NULL,
    wakes INTEGER NOT NULL, -- goes on by itself: has bots or clocks
    summary TEXT NOT NULL,  -- JSON for lists: nothing hidden is in it
    seed TEXT NOT NULL,     -- the secret that chance follows from
    length INTEGER NOT NULL -- how many rows the log has: the last cannot get lost unnoticed
);
CREATE INDEX tables_by_status ON tables (status, listed, updated);

-- Append-only. One row an append: a JSON list of events; sum is a CRC chained over the rows.
CREATE TABLE log (
    table_id TEXT NOT NULL,
    n INTEGER NOT NULL,
    data TEXT NOT NULL,
    sum BIGINT NOT NULL,
    PRIMARY KEY (table_id, n)
);

CREATE TABLE seats (person TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (person, table_id));

CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    login TEXT UNIQUE,
    password TEXT,
    became TEXT,            -- the account that adopted this guest
    mutes TEXT NOT NULL DEFAULT '[]'
);
CREATE INDEX people_by_became ON people (became);

CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    issued BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    replaces TEXT           -- the session it came from, until it is first used
);
CREATE INDEX sessions_by_person ON sessions (person);
