"""Live tables: the hub, the table cache, event logs, bots and other processes."""
