"""Exact solvers that need OR-tools (extra `solve`)."""
