"""M1: material and set-up."""

from __future__ import annotations

from math import comb

import pytest

from baumeister.core import CHANCE
from baumeister.core.errors import OptionsError
from baumeister.games.manhattan import MANHATTAN, Phase
from baumeister.games.manhattan.board import (
    BLOCK_COUNTS,
    MARKED,
    SITE_NAMES,
    SITE_NUMBERS,
    at_torus,
    on_torus,
)

from .positions import building_phase, legal_texts, options, play, why


def test_m1_1_six_districts_of_nine_sites():
    assert len(SITE_NAMES) == 54
    assert SITE_NAMES[0] == "A1"
    assert SITE_NAMES[22] == "C5"
    assert SITE_NAMES[53] == "F9"


def test_m1_1_districts_form_three_columns_and_two_rows():
    """M1.1: A B C above D E F."""
    corners = {name: on_torus(SITE_NUMBERS[f"{name}1"]) for name in "ABCDEF"}
    assert corners == {"A": (0, 0), "B": (0, 3), "C": (0, 6), "D": (3, 0), "E": (3, 3), "F": (3, 6)}
    assert all(at_torus(*on_torus(site)) == site for site in range(54))


def test_m1_2_five_of_each_of_nine_cards():
    state = MANHATTAN.new(options())
    assert state.pile == (5,) * 9
    assert sum(state.pile) == 45


def test_m1_2_no_sixth_copy_can_be_dealt():
    state = play(MANHATTAN.new(options()), "* start 0", "* deal 0 1111")
    assert why(state, "deal 1 1123") == "M1.2: there is no card 1 left in the pile"
    assert not any(str(action).startswith("deal 1 11") for action in MANHATTAN.legal(state, CHANCE))


def test_m1_3_blocks_of_a_colour():
    """M1.3: 24 blocks, 47 floors, four colours."""
    assert BLOCK_COUNTS == (11, 6, 4, 3)
    assert sum(BLOCK_COUNTS) == 24
    assert sum(size * n for size, n in enumerate(BLOCK_COUNTS, start=1)) == 47
    assert len(options().colours) == 4


@pytest.mark.parametrize(("players", "sides"), [(4, (0, 1, 2, 3)), (3, (0, 1, 2)), (2, (0, 2))])
def test_m1_4_sides(players, sides):
    assert options(players=players).sides == sides


def test_m1_4_any_clockwise_sides_are_allowed():
    assert options(players=2, sides=[0, 1]).sides == (0, 1)
    assert options(players=3, sides=[2, 3, 0]).sides == (2, 3, 0)


@pytest.mark.parametrize(
    "sides", [[0, 0], [3, 3], [0, 0, 2], [1, 2, 1], [0, 1, 2, 0], [1, 1, 3, 3]]
)
def test_m1_4_players_may_share_a_side(sides):
    """M1.4: seated next to each other, the same card marks the same sites for both (M1.5)."""
    chosen = options(players=len(sides), sides=sides)
    shared = next(side for side in sides if sides.count(side) > 1)
    texts = {
        tuple(
            legal_texts(building_phase(turn=player, hand=(1,) * 4, tray="1", given=chosen.data()))
        )
        for player, side in enumerate(sides)
        if side == shared and len(sides) > 2
    }
    assert len(texts) <= 1
    assert chosen.sides == tuple(sides)


@pytest.mark.parametrize(
    ("players", "sides", "clause"),
    [
        (2, [0], "M1.4"),
        (2, [0, 0, 0], "M1.4"),
        (3, [0, 1, 4], "M1.4"),
        (3, [0, 2, 1], "M2.3"),
        (4, [0, 1, 0, 1], "M2.3"),
    ],
)
def test_m1_4_one_side_for_each_player_clockwise(players, sides, clause):
    with pytest.raises(OptionsError) as caught:
        options(players=players, sides=sides)
    assert caught.value.field == "sides"
    assert caught.value.clause == clause


def test_m1_5_card_one_and_the_centre():
    assert [MARKED[side][1] + 1 for side in range(4)] == [1, 3, 9, 7]
    assert [MARKED[side][5] + 1 for side in range(4)] == [5, 5, 5, 5]


def test_m1_5_cards_turn_with_the_side():
    """M1.5: a quarter turn per side; different cards mark different sites."""
    assert [MARKED[0][card] + 1 for card in range(1, 10)] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert [MARKED[1][card] + 1 for card in range(1, 10)] == [3, 6, 9, 2, 5, 8, 1, 4, 7]
    assert [MARKED[2][card] + 1 for card in range(1, 10)] == [9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert [MARKED[3][card] + 1 for card in range(1, 10)] == [7, 4, 1, 8, 5, 2, 9, 6, 3]


def test_m1_5_a_card_marks_one_site_in_each_district():
    state = building_phase(turn=1, hand=(1, 1, 1, 1), tray="1")
    assert legal_texts(state) == [f"build 1 {d}3 1" for d in "ABCDEF"]
    assert why(state, "build 1 A1 1") == (
        "M1.5: from this side of the board, card 1 marks A3 B3 C3 D3 E3 F3, not A1"
    )


def test_m1_6_four_cards_each_with_exact_weights():
    state = play(MANHATTAN.new(options()), "* start 2")
    deals = dict(MANHATTAN.chance(state))
    assert sum(deals.values()) == comb(45, 4)
    assert deals[MANHATTAN.parse("deal 0 1123")] == comb(5, 2) * 5 * 5
    after = play(state, "* deal 0 1123", "* deal 1 4567", "* deal 2 8899", "* deal 3 5555")
    assert after.hands == ((1, 1, 2, 3), (4, 5, 6, 7), (8, 8, 9, 9), (5, 5, 5, 5))
    assert sum(after.pile) == 45 - 16
    assert after.phase == Phase.CHOOSE


def test_m1_6_deals_in_player_order_with_the_right_size():
    state = play(MANHATTAN.new(options()), "* start 2")
    assert why(state, "deal 1 1123") == "M1.6: player 1 is dealt cards now, not player 2"
    assert why(state, "deal 0 112") == "M1.6: a hand has 4 cards, not 3"
    assert why(state, "draw 0 1") == (
        "M1.6: it is too early to draw a card: the hands are dealt first"
    )


def test_m1_7_the_start_player_is_drawn():
    state = MANHATTAN.new(options(players=3))
    assert MANHATTAN.actors(state) == (CHANCE,)
    assert [(str(a), w) for a, w in MANHATTAN.chance(state)] == [
        ("start 0", 1),
        ("start 1", 1),
        ("start 2", 1),
    ]
    assert why(state, "start 3") == "M1.7: there is no player 4, only players 1 to 3"


def test_m1_7_the_start_player_may_be_fixed():
    state = MANHATTAN.new(options(start=2))
    assert [str(a) for a in MANHATTAN.legal(state, CHANCE)] == ["start 2"]
    assert why(state, "start 1") == "M1.7: the set-up names player 3 as the start player"
