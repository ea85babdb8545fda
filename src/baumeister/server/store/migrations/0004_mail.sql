-- Addresses that people have confirmed, for games with days per decision.
CREATE TABLE mail (
    person TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    language TEXT NOT NULL
);
