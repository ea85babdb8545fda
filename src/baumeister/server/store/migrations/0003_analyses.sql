-- Analyses of finished games, computed once and shared by everybody who may see the game.
CREATE TABLE analyses (
    key TEXT PRIMARY KEY,   -- a hash of the game itself, not of who played it
    table_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    made BIGINT NOT NULL,
    analysis TEXT NOT NULL  -- JSON, compressed, in base64
);
