"""The ladder: every claim about playing strength, measured and recorded."""
