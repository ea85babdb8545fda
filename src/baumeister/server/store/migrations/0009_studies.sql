-- Studies of the analysis board. Whoever has the link may read one; only its person may change it.
CREATE TABLE studies (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    changed BIGINT NOT NULL,
    title TEXT NOT NULL,
    study TEXT NOT NULL     -- JSON, compressed, in base64
);
CREATE INDEX studies_by_person ON studies (person);
