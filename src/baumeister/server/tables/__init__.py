"""Tables without input or output: events, what follows from them, what may happen next."""
