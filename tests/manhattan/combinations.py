"""All combinations of options, and a sample that covers all pairs of option values."""

from __future__ import annotations

import random

from .positions import ENUMERATED, VARIANT_SETS, options

AXES = {
    **ENUMERATED,
    "variants": VARIANT_SETS,
    "other": [False, True],  # other sides, or for three players other rounds (1994)
}
"""The values of every option; a new option with a list of values is covered without an edit."""


def combination(point):
    given = dict(zip(AXES, point, strict=True))
    players, other = given["players"], given.pop("other")
    if other and players == 2:
        given["sides"] = [0, 1]
    if other and players == 3:
        given |= {"rounds": 4, "blocks": 6}
    if other and players == 4:
        given["sides"] = [1, 2, 3, 0]
    return options(**given)


def covering(axes, seed=1):
    """A set of points in which every pair of values of any two axes occurs."""
    rng = random.Random(seed)
    pairs = {
        (i, a, j, b)
        for i in range(len(axes))
        for j in range(i)
        for a in range(len(axes[i]))
        for b in range(len(axes[j]))
    }
    chosen = []
    while pairs:
        best, covered = None, set()
        for _ in range(60):
            point = [rng.randrange(len(axis)) for axis in axes]
            hit = {(i, point[i], j, point[j]) for i in range(len(axes)) for j in range(i)} & pairs
            if len(hit) > len(covered):
                best, covered = point, hit
        if best:
            pairs -= covered
            chosen.append([axis[index] for axis, index in zip(axes, best, strict=True)])
    return chosen


SAMPLE = covering(list(AXES.values()))
