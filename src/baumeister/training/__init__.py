"""How bots learn: self-play, and weights that are fitted to it (docs/training.md).

Manhattan: `lessons.py` plays and notes what there is to learn, `fit.py` fits weights to it,
`manhattan.py` goes round: play, fit, play with what was learned. Tangram City: `tangram_city.py`
lets habits play, `evolution.py` breeds the next. `run.py` has what both need.
"""
