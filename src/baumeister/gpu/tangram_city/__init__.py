"""Tangram City as JAX functions."""
