"""People: accounts, passkeys, authentication, rate limits."""
