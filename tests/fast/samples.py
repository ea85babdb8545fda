"""Options that cover the rules, and positions of both games."""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

import pytest

from baumeister.core.chance import CHANCE
from baumeister.core.game import AnyGame
from baumeister.fast.manhattan import numbers as manhattan_numbers
from baumeister.fast.manhattan import plain as manhattan
from baumeister.fast.tangram_city import numbers as tangram_numbers
from baumeister.fast.tangram_city import plain as tangram_city
from baumeister.games.manhattan import MANHATTAN
from baumeister.games.manhattan.actions import Reshuffle
from baumeister.games.tangram_city import TANGRAM_CITY
from baumeister.games.tangram_city.tiles import tile_set

CUSTOM = [  # with other ids: a number is an index in the set, not an id
    {**tile.data(), "id": f"{90 - 3 * index}"} for index, tile in enumerate(tile_set("standard"))
]


class Sample(NamedTuple):
    game: AnyGame
    plain: Any
    """The module with `rules` and `Position`."""
    numbers: Any
    given: dict[str, Any]

    @property
    def options(self) -> Any:
        return self.game.options(self.given)

    def position(self, seed: int = 0) -> Any:
        return self.plain.Position(self.plain.rules(self.given), seed)

    def __str__(self) -> str:
        words = [f"{name}={value}" for name, value in self.given.items() if name != "tiles"]
        return f"{self.game.id} {' '.join(words)}"


def of_manhattan(**given: Any) -> Sample:
    return Sample(MANHATTAN, manhattan, manhattan_numbers, given)


def of_tangram_city(**given: Any) -> Sample:
    return Sample(TANGRAM_CITY, tangram_city, tangram_numbers, given)


SAMPLES = [
    of_manhattan(players=2, choice="open", variants=["progressive"], urban=True, hand=6),
    of_manhattan(players=2, choice="secret", sides=[3, 1], variants=["godzilla"]),
    of_manhattan(players=2, choice="one-by-one", rounds=2, blocks=12, start=1),
    of_manhattan(players=3, choice="open", edition="hig-1994", rounds=9, blocks=2, urban=True),
    of_manhattan(players=3, choice="secret", sides=[2, 3, 0], variants=["anti-trust"], hand=5),
    of_manhattan(
        players=3, choice="one-by-one", variants=["baby-godzilla", "progressive"], monster="B7"
    ),
    of_manhattan(players=4, choice="open"),
    of_manhattan(players=4, choice="secret", variants=["godzilla", "progressive"], urban=True),
    of_manhattan(players=4, choice="open", rounds=1, blocks=24, same_owner_highest=True),
    of_tangram_city(players=1),
    of_tangram_city(players=2, same_board=True, start=1),
    of_tangram_city(players=3, tile_set="exact-49", printed_field=False),
    of_tangram_city(players=4, tile_set="custom", tiles=CUSTOM, start_points=0),
    of_tangram_city(players=5, tile_set="exact-49"),
    of_manhattan(players=2, colours_each=1, sides=[0, 0], variants=["baby-godzilla"]),
    of_manhattan(
        players=2,
        same_owner_highest=True,
        variants=["godzilla", "anti-trust"],
        monster_moves="after-block",
    ),
]


OFTEN = (0, 1, 5, 6, 9, 11, 12, 15)
"""Those of every run: ways to choose, kinds of tiles and monsters, with up to four players. More
options are compared in test_manhattan_core.py and test_tangram_core.py."""


def swept(samples: list[Sample]) -> list[Any]:
    """These samples as parameters: those of every run, and the others in the slow one."""
    often = [SAMPLES[index] for index in OFTEN]
    return [
        each if each in often else pytest.param(each, marks=pytest.mark.slow) for each in samples
    ]


def random_game(sample: Sample, rng: Any) -> list[tuple[Any, int, Any]]:
    """Every (state, actor, action) of a random game of the readable engine, in player order."""
    game, state, steps = sample.game, sample.game.new(sample.options), []
    while actors := game.actors(state):
        actor = actors[0]
        if actor == CHANCE:
            action = game.sample(state, rng)
        else:
            legal = game.legal(state, actor)
            action = legal[int(rng.random() * len(legal))]
        if not isinstance(action, Reshuffle):
            steps.append((state, actor, action))
        state = game.apply(state, actor, action)
    return [*steps, (state, CHANCE, None)]


def readable(state: Any) -> Any:
    """A state as positions return it: Manhattan's without the details of its rounds."""
    return (
        state._replace(rounds=()) if isinstance(state.setup.options, manhattan.Options) else state
    )


def observed(position: Any, seat: int) -> list[float]:
    out = array("f", bytes(4 * position.rules.observation))
    position.observe(seat, out)
    return out.tolist()
