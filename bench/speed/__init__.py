"""How fast our engines are, beside their peers, in one run. `bench/run` starts it."""
