"""Training of Manhattan's bots."""
