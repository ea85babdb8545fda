"""How bots learn: self-play, and weights that are fitted to it."""
