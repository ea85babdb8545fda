"""The two games as every environment needs them: rules, positions, numbers, the readable game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from baumeister.core.game import AnyGame
from baumeister.fast import manhattan, tangram_city
from baumeister.fast.layout import Field
from baumeister.fast.manhattan import numbers as manhattan_numbers
from baumeister.fast.manhattan import observation as manhattan_observation
from baumeister.fast.tangram_city import numbers as tangram_city_numbers
from baumeister.fast.tangram_city import observation as tangram_city_observation
from baumeister.games.manhattan import MANHATTAN
from baumeister.games.tangram_city import TANGRAM_CITY


@dataclass(frozen=True)
class Face:
    """A game that is played by numbers, and its readable engine."""

    game: AnyGame
    rules: Callable[[Any], Any]
    position: Any
    batch: Any
    """Many positions in arrays."""
    numbers_of: Callable[[Any, int, Any], Sequence[int]]
    text: Callable[..., str]
    """A number in words."""
    fields: Callable[[Any], Sequence[Field]]
    """The layout of an observation, from the rules."""


MANHATTAN_FACE: Final = Face(
    MANHATTAN,
    manhattan.rules,
    manhattan.Position,
    manhattan.Batch,
    manhattan_numbers.numbers_of,
    manhattan_numbers.text,
    lambda _: manhattan_observation.FIELDS,
)
TANGRAM_CITY_FACE: Final = Face(
    TANGRAM_CITY,
    tangram_city.rules,
    tangram_city.Position,
    tangram_city.Batch,
    tangram_city_numbers.numbers_of,
    tangram_city_numbers.text,
    lambda rules: tangram_city_observation.fields(rules.players),
)
