"""The rules of our games, readable and exact; `core.registry` finds all that are installed."""
