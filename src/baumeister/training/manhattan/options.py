"""Options of training games, so that a network knows every rule."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

_EDITIONS: Final = (
    "hig-2017",
    "999-games-2017",
    "hig-1994",
    "ludodelire-1994",
    "act-in-games-2018",
)


def random_options(rng: np.random.Generator, players: int) -> dict[str, Any]:
    """Options for this many players: an edition, some variants and house rules."""

    def happens(chance: float) -> bool:
        return bool(rng.random() < chance)

    options: dict[str, Any] = {"players": players, "edition": str(rng.choice(_EDITIONS))}
    if players == 2 and happens(0.3):
        options["colours_each"] = 1
    if happens(0.45):
        options["urban"] = True
        options["megacity_all"] = happens(0.3)
    variants = [each for each in ("progressive", "anti-trust") if happens(0.25)]
    if happens(0.4):
        variants.append(str(rng.choice(["godzilla", "baby-godzilla"])))
        options["monster_moves"] = str(rng.choice(["with-card", "after-block"]))
    options["variants"] = variants
    if happens(0.25):
        options["hand"] = int(rng.integers(3, 7))
    if happens(0.25):
        options["choice"] = str(rng.choice(["secret", "one-by-one"]))
    if happens(0.1):
        options["rounds"] = int(rng.integers(2, 6))
        options["blocks"] = int(rng.integers(2, 24 // options["rounds"] + 1))
    return options
