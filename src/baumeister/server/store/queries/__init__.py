"""Database statements, by subject; `store.py` puts them together."""
