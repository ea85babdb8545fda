"""HTTP: guests and accounts, their sessions, passkeys and mail addresses."""
