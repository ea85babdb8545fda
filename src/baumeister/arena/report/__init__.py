"""A tournament as words, plots and a page."""
