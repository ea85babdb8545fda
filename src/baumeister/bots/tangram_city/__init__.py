"""Tangram City's bots: levels, plans, explanations."""
