"""Manhattan in the terminal."""
