"""Tangram City in the terminal, and its own commands."""
