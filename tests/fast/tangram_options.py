"""All options of Tangram City, and unusual sets of tiles."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from typing import Any

from baumeister.games.tangram_city import TANGRAM_CITY, Options
from baumeister.games.tangram_city.geometry import CORNERS, SIZE, half_mask, is_connected
from baumeister.games.tangram_city.tiles import TILES


@cache
def custom_tiles(seed: int) -> list[dict[str, Any]]:
    """Random shapes from a half up, a large one, one that covers the board; ids in random order."""
    rng = random.Random(seed)
    ids = rng.sample(range(100), TILES)
    whole = [[x, y, corner] for x in range(SIZE) for y in range(SIZE) for corner in ("nw", "se")]
    shapes = [grown(rng, rng.choice((1, 2, 3, 4, 5, 6, 7, 8, 12))) for _ in ids[2:]]
    shapes.append(grown(rng, 40))
    return [
        {"id": f"{number:02}", "halves": halves}
        for number, halves in zip(ids, [whole, *shapes], strict=True)
    ]


def grown(rng: random.Random, size: int) -> list[list[Any]]:
    halves = [(3, 3, rng.choice(CORNERS))]
    while len(halves) < size:
        x, y, _ = rng.choice(halves)
        x, y = x + rng.randint(-1, 1), y + rng.randint(-1, 1)
        half = (x, y, rng.choice(CORNERS))
        if not (0 <= x < SIZE and 0 <= y < SIZE):
            continue
        free = not any(half_mask(half) & half_mask(each) for each in halves)
        if free and is_connected([*halves, half]):
            halves.append(half)
    return [list(half) for half in halves]


def all_options() -> list[dict[str, Any]]:
    """All combinations. The tiles of custom sets are drawn on demand (`resolved`)."""
    found = []
    for players, tile_set, printed, same, points, named in product(
        (1, 2, 3, 4, 5), ("standard", "exact-49", "custom"), *[(False, True)] * 4
    ):
        given: dict[str, Any] = {"players": players, "tile_set": tile_set, "printed_field": printed}
        given |= {"same_board": same, "start_points": int(points)}
        if tile_set == "custom":
            given["tiles"] = len(found)
        if named:
            given["start"] = len(found) % players
        found.append(given)
    return found


def resolved(given: dict[str, Any]) -> Options:
    """The options; `tiles` may be the seed of a custom set."""
    if "tiles" in given:
        given = {**given, "tiles": custom_tiles(given["tiles"])}
    return TANGRAM_CITY.options(given)


def name_of(given: dict[str, Any]) -> str:
    words = [str(given["players"]), given["tile_set"], f"points{given['start_points']}"]
    words += [word for word in ("printed_field", "same_board") if given[word]]
    words += ["start"] * ("start" in given)
    return "-".join(words)
