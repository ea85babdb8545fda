"""Exact answers that need more than the standard library (extra `solve`)."""
