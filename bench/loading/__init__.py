"""The load test (bench/load.py): services of two versions, and people who play there."""
