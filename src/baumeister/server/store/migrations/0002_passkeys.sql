-- Passkeys: another way to have an account, with or without a password.
CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,    -- the credential's own, base64url
    person TEXT NOT NULL,
    public_key TEXT NOT NULL,
    sign_count BIGINT NOT NULL,
    created BIGINT NOT NULL,
    name TEXT NOT NULL
);
CREATE INDEX passkeys_by_person ON passkeys (person);

-- How many there are stands with the person: whether it is an account is seen, and locked, in one row.
ALTER TABLE people ADD COLUMN passkeys INTEGER NOT NULL DEFAULT 0;

-- Challenges are signed and not kept; only those that were used are, until they have expired.
CREATE TABLE used_challenges (challenge TEXT PRIMARY KEY, expires BIGINT NOT NULL);
