"""Training of the bots' weights by self-play (docs/training.md).

A training is a module that a game's plug-in names: a `Plan`, whose fields are the flags of
`baumeister train`, and `train(plan, folder, progress)`. `run.py` has what all trainings share.
"""
