"""Manhattan's bots: levels, networks, explanations."""
