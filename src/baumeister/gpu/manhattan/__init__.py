"""Manhattan as JAX functions."""
