"""Folding events into a table (event sourcing): how each changes it, and what is kept."""
