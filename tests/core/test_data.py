"""Values as plain data and as text."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

import pytest

from baumeister.core.data import data_of, text_of


class Colour(Enum):
    RED = 1


class Piece(NamedTuple):
    colour: Colour
    floors: int


@dataclass(frozen=True)
class Position:
    pieces: tuple[Piece, ...]
    hand: frozenset[int]
    by_colour: dict[Colour, int]
    monster: int | None = None


POSITION = Position((Piece(Colour.RED, 2),), frozenset((3, 1)), {Colour.RED: 5})


def test_data_is_json() -> None:
    data = data_of(POSITION)
    assert data == {
        "pieces": [{"colour": "red", "floors": 2}],
        "hand": [1, 3],
        "by_colour": {"red": 5},
        "monster": None,
    }
    assert json.loads(json.dumps(data)) == data


def test_sets_of_any_values_have_a_fixed_order() -> None:
    assert data_of({1, "a"}) == data_of({"a", 1})
    pieces = {Piece(Colour.RED, 2), Piece(Colour.RED, 1)}
    assert [each["floors"] for each in data_of(pieces)] == [1, 2]


def test_a_value_without_a_form_is_refused() -> None:
    with pytest.raises(TypeError, match="object has no form"):
        data_of([object()])


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        (POSITION, ["pieces:", "  - colour: red", "    floors: 2", "hand: 1, 3", "by_colour:",
                    "  red: 5", "monster: –"]),
        ({"over": True, "hand": (), "words": ""}, ["over: yes", "hand: –", "words: –"]),
        ([[0, 1], [2, 3]], ["0, 1", "2, 3"]),
        (7, ["7"]),
        ([], ["–"]),
    ],
)  # fmt: skip
def test_text(value: Any, lines: list[str]) -> None:
    assert text_of(value) == lines


def test_long_lists_are_wrapped() -> None:
    name, *rest = text_of({"deck": range(100)})
    assert name == "deck:"
    assert len(rest) > 3
    assert all(len(line) <= 80 and line.startswith("  ") for line in rest)
