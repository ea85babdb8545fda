"""How events change a table, and what is kept of the game so far."""
