"""Live tables: the hub, tables in memory, their logs, bots, other processes."""
