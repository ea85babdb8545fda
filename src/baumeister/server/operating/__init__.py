"""What the operator of a service decides: retention, bans, orders."""
