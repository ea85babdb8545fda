"""The engine does today what it did when the golden files were written."""

from __future__ import annotations

import json

import pytest

from baumeister.games.manhattan.editions import EDITIONS
from baumeister.games.manhattan.options import CHOICES, HANDS, VARIANTS
from tests.golden import GOLDEN, PERFT, configurations, count, playthrough, positions

COUNTED = json.loads(PERFT.read_text("utf-8"))


@pytest.mark.parametrize("name", configurations())
def test_golden_playthrough(name):
    assert (GOLDEN / f"{name}.txt").read_text("utf-8") == playthrough(name)


def test_no_playthrough_is_missing_or_left_over():
    assert {path.stem for path in GOLDEN.iterdir()} == set(configurations())


def test_the_playthroughs_cover_every_option():
    both = configurations()
    used = [each for name, each in both.items() if name.startswith("manhattan")]
    cities = [each for name, each in both.items() if name.startswith("tangram-city")]
    assert {(c["tile_set"], c["players"]) for c in cities} == {
        (tiles, players) for tiles in ("standard", "exact-49") for players in range(1, 6)
    }
    for field in ("printed_field", "same_board", "start_points"):
        assert {c[field] for c in cities} == {True, False}
    assert {(c["edition"], c["players"]) for c in used} == {
        (e, p) for e in EDITIONS for p in (2, 3, 4)
    }
    assert {name for c in used for name in c["variants"]} == set(VARIANTS)
    assert {c["choice"] for c in used} == set(CHOICES)
    assert {c["hand"] for c in used} == set(HANDS)
    assert {c["urban"] for c in used} == {True, False}


@pytest.mark.parametrize("number", range(len(COUNTED)))
def test_perft(number):
    assert count(COUNTED[number]) == COUNTED[number]["counts"]


def test_no_perft_position_is_missing():
    assert [{k: v for k, v in each.items() if k != "counts"} for each in COUNTED] == positions()
