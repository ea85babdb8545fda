"""Bots that play any game: `random`, `greedy`, `search` and programs of your own."""
