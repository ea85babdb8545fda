"""Strength from results: ratings, intervals, tests and sequential decisions."""
