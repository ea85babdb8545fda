-- Sessions as their owner sees them: one for each device, whichever secret it has now.
ALTER TABLE sessions ADD COLUMN chain TEXT NOT NULL DEFAULT '';      -- shared by secrets that replace each other
ALTER TABLE sessions ADD COLUMN began BIGINT NOT NULL DEFAULT 0;     -- when the first of them was made
ALTER TABLE sessions ADD COLUMN seen BIGINT NOT NULL DEFAULT 0;      -- to the hour
ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';     -- browser and system, such as Firefox, Android
ALTER TABLE sessions ADD COLUMN confirmed BIGINT NOT NULL DEFAULT 0; -- when its owner last logged in
UPDATE sessions SET chain = substr(hash, 1, 16), began = issued, seen = issued;
