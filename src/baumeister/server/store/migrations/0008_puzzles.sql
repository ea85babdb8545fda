-- Attempts at puzzles, one row for each person and puzzle.
CREATE TABLE puzzle_results (
    person TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    day TEXT NOT NULL,       -- the day whose puzzle it was when it was solved; else empty
    tries INTEGER NOT NULL,
    solved INTEGER NOT NULL, -- 1 if it was solved before the solution was shown
    shown INTEGER NOT NULL,  -- 1 once the solution was shown
    changed BIGINT NOT NULL,
    PRIMARY KEY (person, puzzle)
);
-- Whole games with the cards of a day: one for each person, with its moves so far.
CREATE TABLE puzzle_days (
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    day TEXT NOT NULL,
    moves TEXT NOT NULL,     -- a line each
    score INTEGER,           -- null until it is finished
    stars INTEGER NOT NULL,
    changed BIGINT NOT NULL,
    PRIMARY KEY (person, game, day)
);
CREATE INDEX puzzle_days_by_score ON puzzle_days (game, day, score);
-- A person's own mistakes, which come back as puzzles.
CREATE TABLE trainer (
    person TEXT NOT NULL,
    item TEXT NOT NULL,
    table_id TEXT NOT NULL,
    puzzle TEXT NOT NULL,    -- JSON; empty for a game without mistakes
    box INTEGER NOT NULL,
    due BIGINT NOT NULL,
    PRIMARY KEY (person, item)
);
