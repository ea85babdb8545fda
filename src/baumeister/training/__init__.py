"""How bots learn: self-play, and weights that are fitted to it (docs/training.md).

`lessons.py` plays and notes what there is to learn, `fit.py` fits weights to it, `manhattan.py`
goes round: play, fit, play with what was learned.
"""
