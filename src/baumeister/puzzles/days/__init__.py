"""The puzzles of the day, and what is known about days that are whole games."""
