"""M6: editions and house options."""

from __future__ import annotations

from itertools import product

import pytest

from baumeister.core.errors import OptionsError
from baumeister.games.manhattan import MANHATTAN, Phase
from baumeister.games.manhattan.editions import EDITIONS
from baumeister.testing import check_game, random_match, random_states

from .combinations import AXES, SAMPLE, combination, is_distinct
from .positions import building_phase, legal_texts, options, play, why


@pytest.mark.parametrize(
    "number",
    [n if n % 4 == 0 else pytest.param(n, marks=pytest.mark.slow) for n in range(len(SAMPLE))],
)
def test_m6_contract_for_a_covering_sample(number):
    """M6: every step of a round checked, now and then of two; with the slow ones, every pair of
    option values, which tests/fast plays in every run."""
    whole = combination(SAMPLE[number]).data()
    check_game(
        MANHATTAN, MANHATTAN.options(whole | {"rounds": 2 if number % 16 == 0 else 1}), number
    )


@pytest.mark.slow
@pytest.mark.parametrize(("players", "edition"), list(product(AXES["players"], AXES["edition"])))
def test_m6_all_combinations_play_to_the_end(players, edition):
    """M6: one game for each combination."""
    points = product([players], [edition], *list(AXES.values())[2:])
    for number, point in enumerate(filter(is_distinct, points)):
        match = random_match(MANHATTAN, combination(point), number)
        assert match.outcome is not None
        assert len(match.state.rounds) == match.state.options.rounds


TABLE = [
    # edition, rounds × blocks for 3 and 2 players, same owner, tie-break, first colour, district A
    ("hig-2017", (6, 4), (6, 4), False, True, "orange", "A"),
    ("999-games-2017", (6, 4), (6, 4), True, True, "orange", "A"),
    ("hig-1994", (4, 6), (6, 4), False, False, "blue", "Sydney"),
    ("ludodelire-1994", (6, 4), (6, 4), False, False, "blue", "Sydney"),
    ("act-in-games-2018", (6, 4), (4, 4), False, True, "orange", "A"),
]


@pytest.mark.parametrize(("edition", "three", "two", "same", "tie", "colour", "district"), TABLE)
def test_m6_the_table_of_editions(edition, three, two, same, tie, colour, district):
    """M6: presets."""
    four = options(edition=edition)
    assert (four.rounds, four.blocks) == (4, 6)
    for players, plan in ((3, three), (2, two)):
        chosen = options(edition=edition, players=players)
        assert (chosen.rounds, chosen.blocks) == plan
    assert (four.same_owner_highest, four.tie_break) == (same, tie)
    assert not four.urban
    assert options(edition=edition, urban=True).urban
    assert four.colours[0] == colour
    assert EDITIONS[edition].districts[0] == district


@pytest.mark.parametrize("edition", EDITIONS)
def test_m6_two_players_with_one_colour_each(edition):
    """M6: 4 rounds of 6 blocks, scored as with three or four players."""
    chosen = options(edition=edition, players=2, colours_each=1)
    assert (chosen.rounds, chosen.blocks, len(chosen.colours)) == (4, 6, 2)
    state = random_match(MANHATTAN, chosen, 5).state
    assert len(state.scores) == 2
    assert MANHATTAN.outcome(state).scores == state.scores
    assert [sum(supply) for supply in state.supplies] == [0, 0]


def test_m6_the_colours_of_each_player_are_always_stated():
    """M6: by default two with two players, one with more."""
    assert [options(players=n).data()["colours_each"] for n in (2, 3, 4)] == [2, 1, 1]
    assert options().data()["monster_moves"] == "with-card"


def test_m6_presets_can_be_overridden():
    chosen = options(edition="hig-1994", tie_break=True, players=3, rounds=4, blocks=6)
    assert chosen.tie_break
    assert chosen.rounds == 4
    assert MANHATTAN.options(chosen.data()) == chosen


def test_m6_two_players_leave_eight_blocks_unused_in_2018():
    """M6: act-in-games-2018."""
    state = random_match(MANHATTAN, options(players=2, edition="act-in-games-2018"), 2).state
    assert [sum(supply) for supply in state.supplies] == [8, 8, 8, 8]


def test_m6_secret_choices_are_simultaneous_and_commute():
    start = MANHATTAN.new(options(players=3, choice="secret"))
    start = play(start, "* start 1", "* deal 0 1234", "* deal 1 1234", "* deal 2 5678")
    assert MANHATTAN.actors(start) == (0, 1, 2)
    one = play(start, "0 choose 4321", "1 choose 1111", "2 choose 2222")
    other = play(start, "2 choose 2222", "0 choose 4321", "1 choose 1111")
    assert one == other
    assert one.phase == Phase.BUILD
    assert one.turn == 1
    waiting = play(start, "1 choose 1111")
    assert MANHATTAN.actors(waiting) == (0, 2)
    assert why(waiting, "choose 1111", actor=1).startswith(
        "M2.3: player 2 has nothing to decide now"
    )


def test_m6_one_block_at_a_time_in_turn():
    state = MANHATTAN.new(options(players=2, choice="one-by-one", rounds=1, blocks=2))
    state = play(state, "* start 1", "* deal 0 1234", "* deal 1 1234")
    assert legal_texts(state)[:5] == [
        "choose blue 4", "choose blue 3", "choose blue 2", "choose blue 1", "choose purple 4",
    ]  # fmt: skip
    assert why(state, "choose blue 43") == "M2.1: you must choose 1 block, not 2"
    assert why(state, "choose blue 4 purple 4") == "M2.2: name 1 colour in this choice, not 2"
    state = play(state, "1 choose blue 4", "0 choose yellow 1", "1 choose blue 4")
    state = play(state, "0 choose orange 3")
    assert why(state, "choose blue 1") == "M2.1: the tray of blue is full: all 2 blocks are on it"
    state = play(state, "1 choose purple 4", "0 choose orange 3", "1 choose purple 3")
    state = play(state, "0 choose yellow 2")
    assert state.phase == Phase.BUILD
    assert state.turn == 1
    assert state.turns == 8


@pytest.mark.parametrize("hand", [1, 4, 6])
def test_m6_hands_of_one_to_six(hand):
    for state, _, _ in random_states(MANHATTAN, options(hand=hand), hand):
        if state.phase in (Phase.BUILD, Phase.CHOOSE):
            assert {len(cards) for cards in state.hands} == {hand}


def test_m6_small_games_have_fewer_districts_and_cards():
    """Nobody builds in a district that is not in play, and only the first cards are dealt."""
    small = options(players=2, colours_each=1, districts=2, cards=3, hand=2, rounds=2, blocks=3)
    for state, _, _ in random_states(MANHATTAN, small, 5):
        assert state.pile[3:] == (0,) * 6
        assert not any(building.height for building in state.buildings[18:])
    state = building_phase(hand=(1, 1), tray="1", given=small.data())
    assert legal_texts(state) == ["build 1 A1 1", "build 1 B1 1"]
    assert why(state, "build 1 C1 1").startswith("M6: district C is not part of this small game")


def test_m6_small_games_with_progressive_opening():
    """The first districts of the opening order are in play, and open one by one."""
    given = {"variants": ["progressive"], "districts": 4}
    opened = []
    for number in (1, 2, 3):
        state = building_phase(hand=(5, 5, 5, 5), tray="1", given=given, opening=(5, 4, 3, 2, 1, 0))
        state = state._replace(round=number)
        opened.append("".join(text.split()[2][0] for text in legal_texts(state)))
    assert opened == ["DEF", "CDEF", "CDEF"]
    assert why(state, "build 5 A5 1").startswith("M6:")
    assert why(state._replace(round=1), "build 5 C5 1").startswith("M5.3:")


BAD = [
    ({"players": 5}, "players", "M2.1", "must be one of: 2, 3, 4; not 5"),
    ({"players": True}, "players", "M2.1", "must be one of: 2, 3, 4; not True"),
    ({"players": "4"}, "players", "M2.1", "not '4'"),
    ({"edition": "1994"}, "edition", "M6", "hig-1994"),
    ({"rounds": 0}, "rounds", "M2.1", "1 to 24"),
    ({"rounds": 7}, "blocks", "M1.3", "7 rounds of 6 need 42 blocks, a colour has 24"),
    ({"blocks": 2.0}, "blocks", "M2.1", "not 2.0"),
    ({"hand": 7}, "hand", "M6", "1 to 6"),
    ({"districts": 0}, "districts", "M6", "1 to 6; not 0"),
    ({"cards": 10}, "cards", "M6", "1 to 9; not 10"),
    ({"cards": 3}, "cards", "M6", "15 cards are too few: 16 are dealt, and the pile needs one"),
    ({"choice": "auction"}, "choice", "M6", "open, secret, one-by-one"),
    ({"urban": 1}, "urban", "M4.1", "true, false"),
    ({"tie_break": None}, "tie_break", "M3.5", "true, false; not None"),
    ({"same_owner_highest": "no"}, "same_owner_highest", "M3.1", "true, false"),
    ({"megacity_all": 0}, "megacity_all", "M4.4", "true, false"),
    ({"variants": ["mothra"]}, "variants", "M5", "godzilla, baby-godzilla"),
    ({"variants": ["godzilla", "godzilla"]}, "variants", "M5", "at most once"),
    ({"variants": "godzilla"}, "variants", "M5", "must be a list"),
    ({"variants": [["godzilla"]]}, "variants", "M5", "must be one of"),
    ({"sides": [0, 1, 2, "3"]}, "sides", "M1.4", "whole numbers"),
    ({"colours": ["orange", "blue", "yellow", "pink"]}, "colours", "M6", "purple"),
    ({"colours": ["orange", "blue", "yellow"]}, "colours", "M1.3", "4 different colours"),
    ({"players": 2, "colours_each": 1, "colours": ["blue"]}, "colours", "M1.3", "2 different"),
    ({"colours_each": 2}, "colours_each", "M6", "must be 1 unless two play"),
    ({"colours_each": 3, "players": 2}, "colours_each", "M6", "1, 2; not 3"),
    ({"monster_moves": "later"}, "monster_moves", "M5.1", "with-card, after-block"),
    ({"start": 4}, "start", "M1.7", "0, 1, 2, 3"),
    ({"board": 1}, "board", "M6", "unknown; there are: players, edition"),
    ({"players": "x" * 99}, "players", "M2.1", "..."),
]


@pytest.mark.parametrize(("given", "field", "clause", "text"), BAD)
def test_m6_invalid_options(given, field, clause, text):
    with pytest.raises(OptionsError) as caught:
        options(**given)
    assert caught.value.field == field
    assert caught.value.clause == clause
    assert text in str(caught.value)


def test_m6_variants_have_a_canonical_order():
    assert options(variants=["anti-trust", "godzilla"]).variants == ("godzilla", "anti-trust")
