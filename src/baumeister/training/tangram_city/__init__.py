"""Training of Tangram City's bots."""
