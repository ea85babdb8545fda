"""The ladder: every claim about strength, played and written down."""
