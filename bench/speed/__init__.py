"""Speed benchmark of our engines and their peers; started by `bench/run`."""
