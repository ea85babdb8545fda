"""How Tangram City's bots are trained."""
