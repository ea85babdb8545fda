-- Parts of games that people draw themselves, such as tiles.
CREATE TABLE designs (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    updated BIGINT NOT NULL,
    design TEXT NOT NULL    -- JSON
);
CREATE INDEX designs_by_person ON designs (person);
