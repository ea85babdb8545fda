"""Tangram City's bots: levels, learned weights, explanations."""
