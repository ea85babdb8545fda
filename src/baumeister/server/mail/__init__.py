"""Mail for games with days per decision, if the operator has set it up."""
