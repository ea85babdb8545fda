"""Decisions on commands: which events follow, or why a command is refused."""
