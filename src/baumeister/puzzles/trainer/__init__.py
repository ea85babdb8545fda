"""What people train: their own mistakes, spaced repetition, statistics."""
