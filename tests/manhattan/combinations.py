"""All combinations of options, and a sample that covers all pairs of option values."""

from __future__ import annotations

import random

from .positions import ENUMERATED, VARIANT_SETS, options

AXES = {
    **ENUMERATED,
    "variants": VARIANT_SETS,
    "size": [(4, 6, 9), (6, 6, 9), (3, 1, 4), (1, 3, 2)],  # hand, districts, kinds of cards
    "other": [False, True, "same side"],  # other sides, or for three players other rounds
}
"""The values of every option; a new option with a list of values is covered without an edit."""
SHARED_SIDES = {2: [3, 3], 3: [0, 1, 1], 4: [2, 3, 0, 2]}
"""By number of players: two of them at the same side (M1.4)."""


def combination(point):
    """The options of a point of `AXES`; two colours each only where two play."""
    given = dict(zip(AXES, point, strict=True))
    players, other = given["players"], given.pop("other")
    given["hand"], given["districts"], given["cards"] = given.pop("size")
    if players > 2:
        given["colours_each"] = 1
    if other == "same side":
        given["sides"] = SHARED_SIDES[players]
    elif other and players == 3:
        given |= {"rounds": 4, "blocks": 6}
    elif other:
        given["sides"] = [0, 1] if players == 2 else [1, 2, 3, 0]
    return options(**given)


def is_distinct(point):
    """False for a point with the options of another one."""
    given = dict(zip(AXES, point, strict=True))
    no_monster = not any("godzilla" in name for name in given["variants"])
    spare_colour = given["players"] > 2 and given["colours_each"] == 2
    return not spare_colour and not (no_monster and given["monster_moves"] == "after-block")


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
