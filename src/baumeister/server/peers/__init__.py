"""Several processes on one PostgreSQL database: which of them runs, and how they talk."""
