"""Tables without I/O: stored events, the state they fold into, and the decisions on commands."""
