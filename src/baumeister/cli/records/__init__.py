"""Commands that read records: check, replay, export, schema."""
