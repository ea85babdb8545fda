"""Manhattan's bots: levels, learned weights, explanations."""
