"""Positions and views as text: exact round trips, and errors that say where and why."""

from __future__ import annotations

import random

import pytest

from baumeister.core.plugin import Plugin
from baumeister.core.position_text import (
    PositionTextError,
    parse_position,
    position_text,
    view_text,
)
from baumeister.core.registry import find
from baumeister.games.tangram_city.tiles import tile_set
from baumeister.testing import random_states
from tests.manhattan.combinations import SAMPLE, combination

TILES = [tile.data() | {"name": "ä 100 %"} for tile in tile_set("standard")]
CITIES = (
    {"players": 1},
    {"players": 5, "start_points": 0, "start": 3},
    {"players": 2, "same_board": True, "tile_set": "exact-49"},
    {"players": 3, "printed_field": False},
    {"players": 2, "tile_set": "custom", "tiles": TILES},
)


def round_trips(game, options, seed, every):
    steps = random_states(game, options, seed)
    for state, _, _ in [*steps[seed % every :: every], steps[-1]]:
        text = position_text(game, state)
        assert parse_position(text).state == state
        for seat in (None, *range(game.players(options))):
            view = game.view(state, seat)
            found = parse_position(view_text(game, view))
            assert found.view == view
            assert game.view(found.complete(random.Random(seed)), seat) == view


@pytest.mark.parametrize("seed", range(0, len(SAMPLE), 12))
def test_positions_of_manhattan_read_back(seed):
    round_trips(find("manhattan"), combination(SAMPLE[seed]), seed, 40)


@pytest.mark.parametrize("seed", range(len(CITIES)))
def test_positions_of_tangram_city_read_back(seed):
    game = find("tangram-city")
    round_trips(game, game.options(CITIES[seed]), seed, 60)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(len(SAMPLE)))
def test_every_position_of_manhattan_reads_back(seed):
    round_trips(find("manhattan"), combination(SAMPLE[seed]), seed, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(len(CITIES)))
def test_every_position_of_tangram_city_reads_back(seed):
    game = find("tangram-city")
    round_trips(game, game.options(CITIES[seed]), seed, 1)


MANHATTAN = (
    "manhattan/2 rounds=1 colours_each=1 players=2 : phase=build round=1 start=0 turn=1"
    " hands=1234/5678 played=9 supply=8.5.3.2/8.5.3.2 tray=32111/432111"
    " board=9/9/9/9/9/8,o4 scored=-"
)
CITY = (
    "tangram-city/1 players=1 printed_field=no : phase=place round=1 pillar=0 slot=1"
    " cards=02,03,04,05 pile=01,06,07,08,09,10,11,12,13,14,15,16,17,18,19,20,21,22,23"
    " todo=03 scored=- boards=b6/7/7/7/7/7/7"
)


def test_texts_are_short_and_name_only_options_that_differ():
    state = parse_position(MANHATTAN).state
    text = position_text(find("manhattan"), state)
    assert text.startswith("manhattan/2 players=2 colours_each=1 rounds=1 : phase=build ")
    assert len(text) < 220


DAMAGE = [
    ("manhattan/2", "manhattan/3", "manhattan", None, "a version of the rules: 1, 2"),
    ("manhattan/2", "chess/1", "chess", None, "no game 'chess'"),
    ("rounds=1", "rounds=99", "99", "M2.1", "must be one of"),
    ("phase=build", "phase=bild", "bild", None, "not 'bild'"),
    ("turn=1", "turn=0", "0 hands", "M2.3", "the turn of player 1"),
    ("turn=1 ", "", "hands", None, "the field turn must stand here"),
    ("/5678", "/567x", "567x", None, "cards 1 to 9"),
    ("/5678", "/567", "1234/", "M1.6", "player 1 must have 4 cards, not 3"),
    ("/5678", "/8765", "1234/", None, "must be written '1234/5678'"),
    ("played=9", "played=99", "99", "M2.7", "since the last reshuffle: 1, not"),
    ("played=9", "played=-", "- supply", "M2.7", "since the last reshuffle: 1, not"),
    ("8,o4", "7,o4", "7,o4", "M1.1", "9 sites, not 8"),
    ("8,o4", "8,g4", "g4", None, "'g' is not one of the colours: o, b"),
    ("8,o4", "8,o4b3", "b3", "M2.5", "fewer floors"),
    ("supply=8.5.3.2", "supply=8.5.3.3", "8.5.3.3", "M2.1", "orange must have 18 blocks left"),
    ("supply=8.5.3.2", "supply=7.6.3.2", "7.6.3.2", "M1.3", "orange has 6 blocks of size 2"),
    ("32111/", "321/", "321/", "M2.1", "player 0 cannot have these blocks now"),
    ("scored=-", "scored=3+0+1,0+0+0", "3+0+1", "M2.9", "0 rounds were scored, not 1"),
    ("scored=-", "scored=- urban=-", "urban", None, "nothing follows here: 'urban'"),
    (" scored=-", "", "", None, "ends without the field scored"),
    ("played=9", "played=\u0669", "\u0669", None, "printable ASCII"),
]


@pytest.mark.parametrize(("old", "new", "at", "clause", "reason"), DAMAGE)
def test_damage_is_located_and_explained(old, new, at, clause, reason):
    """`at` is the text from the column on that the error names."""
    assert parse_position(MANHATTAN).state.turns == 11
    bad = MANHATTAN.replace(old, new)
    with pytest.raises(PositionTextError) as caught:
        parse_position(bad)
    assert reason in str(caught.value)
    assert caught.value.clause == clause
    assert bad[caught.value.column - 1 :].startswith(at)


CITY_DAMAGE = [
    ("pillar=0", "pillar=1", None, "0 to 0"),
    ("cards=02,03,04,05", "cards=02,03,04", "T2.1", "there must be 4"),
    ("pile=01", "pile=02", "T1.5", "one card of each tile"),
    ("todo=03", "todo=04", "T2.2", "has to decide on 03"),
    ("todo=03", "todo=-", "T2.2", "the game goes on"),
    ("b6/7", "bb5/7", "T1.2", "more fields are covered"),
    ("b6/7", "f6/7", "T2.3", "more than 0 fountains"),
    ("b6/7", "b5/7", "T1.1", "a row has 7 fields, not 6"),
    ("b6/7", "bne+gse6/7", "T3.4", "meet along a diagonal"),
    ("b6/7", "x6/7", None, "must be b, g, f"),
]


@pytest.mark.parametrize(("old", "new", "clause", "reason"), CITY_DAMAGE)
def test_impossible_cities_are_refused(old, new, clause, reason):
    assert parse_position(CITY).state.slot == 1
    with pytest.raises(PositionTextError, match=reason.replace("+", ".")) as caught:
        parse_position(CITY.replace(old, new))
    assert caught.value.clause == clause
    assert caught.value.column


def test_random_damage_never_raises_anything_else():
    rng = random.Random(5)
    for text in (MANHATTAN, CITY):
        for _ in range(300):
            at = rng.randrange(len(text))
            damaged = text[:at] + rng.choice("?-/0159 =bz:|") + text[at + rng.randrange(2) :]
            try:
                parse_position(damaged)
            except PositionTextError:
                continue


def test_a_view_hides_the_cards_of_others():
    state = parse_position(MANHATTAN).state
    game = find("manhattan")
    assert " hands=????/5678 " in view_text(game, game.view(state, 1))
    assert " hands=????/???? " in view_text(game, game.view(state, None))


def test_a_game_without_position_text_says_so(monkeypatch):
    game = find("manhattan")
    monkeypatch.setattr("baumeister.core.position_text.plugin_of", Plugin)
    with pytest.raises(PositionTextError, match="the game manhattan has no position text"):
        position_text(game, game.new(game.options({})))
