"""How Manhattan's bots are trained."""
