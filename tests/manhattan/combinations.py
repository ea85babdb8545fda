"""Every way Manhattan may be played: 51 840 combinations, and a sample that covers all pairs."""

from __future__ import annotations

import random

from baumeister.games.manhattan.editions import EDITIONS
from baumeister.games.manhattan.options import CHOICES, HANDS

from .positions import VARIANT_SETS, options

# players, edition, urban, variants, choice, hand, same_owner_highest, tie_break, megacity_all,
# neighbours (two players) or 4 × 6 (three players, 1994)
AXES = [
    [2, 3, 4],
    list(EDITIONS),
    [False, True],
    VARIANT_SETS,
    CHOICES,
    HANDS,
    [False, True],
    [False, True],
    [False, True],
    [False, True],
]


def combination(point):
    players, edition, urban, variants, choice, hand, same, tie, mega, other = point
    given = {
        "players": players, "edition": edition, "urban": urban, "variants": variants,
        "choice": choice, "hand": hand, "same_owner_highest": same,
        "tie_break": tie, "megacity_all": mega,
    }  # fmt: skip
    if other and players == 2:
        given["sides"] = [0, 1]
    if other and players == 3:
        given |= {"rounds": 4, "blocks": 6}
    if other and players == 4:
        given["sides"] = [1, 2, 3, 0]
    return options(**given)


def covering(axes, seed=1):
    """Points so that every pair of values of any two axes occurs in one of them."""
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


SAMPLE = covering(AXES)
