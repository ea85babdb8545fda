"""M2: the flow of a game."""

from __future__ import annotations

import random

import pytest

from baumeister.core import CHANCE
from baumeister.games.manhattan import MANHATTAN, Phase
from baumeister.games.manhattan.setup import Pairs
from baumeister.testing import random_match, random_states

from .positions import building_phase, legal_texts, options, play, why


def dealt(*extra: str, **given):
    state = MANHATTAN.new(options(**given))
    hands = ["1234", "5678", "1299", "3456"]
    deals = [f"* deal {p} {hands[p]}" for p in range(state.setup.players)]
    return play(state, "* start 1", *deals, *extra)


@pytest.mark.parametrize(("players", "rounds", "blocks"), [(4, 4, 6), (3, 6, 4), (2, 6, 4)])
def test_m2_1_rounds_and_blocks(players, rounds, blocks):
    chosen = options(players=players)
    assert (chosen.rounds, chosen.blocks) == (rounds, blocks)


def test_m2_1_the_count_is_exact():
    state = dealt()
    assert why(state, "choose 44433") == "M2.1: you must choose 6 blocks, not 5"
    assert why(state, "choose 4443332") == "M2.1: you must choose 6 blocks, not 7"


def test_m2_2_clockwise_from_the_start_player():
    state = dealt()
    order = []
    while state.phase == Phase.CHOOSE:
        (actor,) = MANHATTAN.actors(state)
        order.append(actor)
        state = play(state, f"{actor} choose 432111")
    assert order == [1, 2, 3, 0]
    assert state.turn == 1
    assert state.trays == ((3, 1, 1, 1),) * 4
    assert state.supplies == ((8, 5, 3, 2),) * 4


def test_m2_2_choices_are_limited_by_the_supply():
    state = dealt()
    texts = legal_texts(state)
    assert len(texts) == len(set(texts)) == 70
    assert texts[0] == "choose 444333"
    assert texts[-1] == "choose 111111"
    assert why(state, "choose 444411") == (
        "M1.3: you want 4 blocks of size 4, but the supply of blue has only 3"
    )


def test_m2_2_no_builds_while_choosing_and_no_choices_later():
    state = dealt()
    assert why(state, "build 5 A5 1") == (
        "M2.2: you cannot build yet: everybody chooses blocks first"
    )
    for player in (1, 2, 3, 0):
        state = play(state, f"{player} choose 432111")
    assert why(state, "choose 432111") == (
        "M2.3: you cannot choose blocks now: this is the building phase"
    )
    assert why(state, "build 5 A5 4", actor=0) == "M2.3: it is player 2’s turn"


def test_m2_2_two_players_choose_both_colours_in_order():
    state = dealt(players=2)
    assert isinstance(MANHATTAN.legal(state, 1), Pairs)
    assert len(MANHATTAN.legal(state, 1)) == 34 * 34
    assert why(state, "choose 4321") == "M2.2: name 2 colours in this choice, not 1"
    assert why(state, "choose purple 4321 blue 4321") == (
        "M2.2: the colours must be named in this order: blue, purple"
    )
    assert why(state, "choose orange 4321 yellow 4321") == ("M3.4: name a colour: blue or purple")
    state = play(state, "1 choose blue 4321 purple 1111")
    assert state.trays[1] == (1, 1, 1, 1)
    assert state.trays[3] == (4, 0, 0, 0)


def test_m2_2_pairs_are_a_sequence():
    """M2.2: the legal choices of two players behave like a list."""
    pairs = MANHATTAN.legal(dealt(players=2), 1)
    assert pairs[-1] == list(pairs)[-1]
    assert pairs[3:5] == list(pairs)[3:5]
    with pytest.raises(IndexError):
        pairs[len(pairs)]


def test_m2_2_a_block_must_be_on_the_tray():
    state = building_phase(tray="221", hand=(5, 5, 5, 5))
    assert why(state, "build 5 A5 4") == (
        "M2.2: orange has no block of size 4 on the tray, only 2 + 2 + 1"
    )


def test_m2_3_a_turn_plays_a_card_builds_a_block_and_draws():
    state = building_phase(hand=(1, 5, 5, 9), tray="431")
    state = play(state, "0 build 5 C5 3")
    assert state.hands[0] == (1, 5, 9)
    assert state.played == (0, 0, 0, 0, 1, 0, 0, 0, 0)
    assert state.trays[0] == (1, 0, 0, 1)
    assert state.buildings[22].blocks == ((0, 3),)
    assert MANHATTAN.actors(state) == (CHANCE,)
    assert why(state, "draw 1 7") == "M2.3: player 1 draws now, not player 2"
    state = play(state, "* draw 0 7")
    assert state.hands[0] == (1, 5, 7, 9)
    assert MANHATTAN.actors(state) == (1,)


def test_m2_3_the_card_must_be_in_the_hand():
    state = building_phase(hand=(1, 5, 5, 9))
    assert why(state, "build 4 A4 1") == "M2.3: card 4 is not in the hand, only 1 5 5 9"


def test_m2_3_identical_cards_and_blocks_are_one_action():
    state = building_phase(hand=(5, 5, 5, 5), tray="221")
    assert legal_texts(state) == [f"build 5 {d}5 {f}" for d in "ABCDEF" for f in (1, 2)]


def test_m2_3_draws_are_weighted_by_the_pile():
    state = play(building_phase(hand=(5, 5, 5, 5), tray="1"), "0 build 5 A5 1")
    weights = {str(action): weight for action, weight in MANHATTAN.chance(state)}
    assert weights == {f"draw 0 {k}": n for k, n in enumerate(state.pile, start=1) if n}
    rng = random.Random(1)
    drawn = [MANHATTAN.sample(state, rng).card for _ in range(4000)]
    for card, count in enumerate(state.pile, start=1):
        assert abs(drawn.count(card) / 4000 - count / sum(state.pile)) < 0.03


def test_m2_4_any_block_on_empty_and_own_sites():
    state = building_phase({"A5": "o1", "B5": "b4 o4"}, hand=(5, 5, 5, 5), tray="1")
    assert {"build 5 A5 1", "build 5 B5 1", "build 5 C5 1"} <= set(legal_texts(state))


def test_m2_5_at_least_as_many_floors_as_the_top_colour():
    state = building_phase({"C5": "o1 b5"}, hand=(5, 5, 5, 5), tray="421")
    assert why(state, "build 5 C5 2") == "M2.5: orange would have 3 floors, but blue, on top, has 5"
    assert why(state, "build 5 C5 4") == ""
    assert [text for text in legal_texts(state) if "C5" in text] == ["build 5 C5 4"]


def test_m2_5_floors_count_anywhere_in_the_building():
    state = building_phase({"C5": "o3 b1 y4"}, hand=(5, 5, 5, 5), tray="1")
    assert why(state, "build 5 C5 1") == ""
    state = building_phase({"C5": "b1 y2"}, hand=(5, 5, 5, 5), tray="1")
    assert (
        why(state, "build 5 C5 1") == "M2.5: orange would have 1 floor, but yellow, on top, has 2"
    )


def test_m2_6_no_height_limit_and_one_block_a_turn():
    tower = " ".join(["o4"] * 3 + ["o3"] * 4)
    state = building_phase({"A5": tower}, hand=(5, 5, 5, 5), tray="21")
    state = play(state, "0 build 5 A5 2", "* draw 0 9")
    assert state.buildings[4].height == 26
    assert MANHATTAN.actors(state) == (1,)


def test_m2_7_the_discard_pile_is_reshuffled_at_once():
    state = building_phase(hand=(5, 5, 5, 5), tray="21")
    state = state._replace(pile=(0, 0, 1, 0, 0, 0, 0, 0, 0), played=(1, 2, 0, 0, 0, 0, 0, 0, 0))
    state = play(state, "0 build 5 A5 2", "* draw 0 3")
    assert [str(a) for a in MANHATTAN.legal(state, CHANCE)] == ["reshuffle"]
    assert why(state, "draw 0 1") == (
        "M2.7: it is too early to draw a card: the pile is empty,"
        " so the played cards are shuffled first"
    )
    hands = state.hands
    state = play(state, "* reshuffle")
    assert state.pile == (1, 2, 0, 0, 1, 0, 0, 0, 0)  # including the card just played
    assert sum(state.played) == 0
    assert state.hands == hands
    assert MANHATTAN.actors(state) == (1,)


BLOCKED = {f"{d}5": "b4 b4" for d in "ABCDEF"}


def test_m2_8_forfeit_without_a_legal_build():
    state = building_phase(BLOCKED, hand=(5, 5, 5, 5), tray="221")
    assert legal_texts(state) == ["forfeit 5 1", "forfeit 5 2"]
    assert why(state, "forfeit 4 2") == "M2.3: card 4 is not in the hand, only 5 5 5 5"
    assert why(state, "forfeit 5 3").startswith("M2.2: orange has no block of size 3")
    after = play(state, "0 forfeit 5 2", "* draw 0 7")
    assert after.hands[0] == (5, 5, 5, 7)
    assert after.trays[0] == (1, 1, 0, 0)
    assert after.played[4] == 1
    assert after.buildings == state.buildings
    assert after.turns == state.turns - 1


def test_m2_8_no_forfeit_while_a_build_is_possible():
    state = building_phase(hand=(5, 5, 5, 5), tray="1")
    assert why(state, "forfeit 5 1") == (
        "M2.8: you may forfeit only if you cannot build; you still have 6 ways to build"
    )


def test_m2_8_two_players_forfeit_a_block_of_either_colour():
    board = {f"{d}5": "b4 b4" for d in "ABCDEF"}
    state = building_phase(board, hand=(5, 5, 5, 5), tray="1", given={"players": 2})
    assert legal_texts(state) == ["forfeit 5 1 orange", "forfeit 5 1 yellow"]
    state = play(state, "0 forfeit 5 1 yellow")
    assert state.trays[2] == (0, 0, 0, 0)
    assert state.trays[0] == (1, 0, 0, 0)


def test_m2_9_scoring_after_the_last_block_and_the_marker_moves():
    state = building_phase({"A1": "o3"}, turn=3, hand=(5, 5, 5, 5), tray="1", turns=1)
    state = state._replace(start=3, trays=((0, 0, 0, 0),) * 3 + ((1, 0, 0, 0),))
    state = play(state, "3 build 5 B5 1", "* draw 3 9")
    assert state.round == 2
    assert state.start == 0
    assert state.phase == Phase.CHOOSE
    assert state.scores == (3 + 2 + 1, 0, 0, 2 + 1)
    assert state.hands[3] == (5, 5, 5, 9)
    assert state.buildings[0].height == 3


def test_m2_10_the_last_scoring_ends_the_game():
    match = random_match(MANHATTAN, options(rounds=2), 1)
    assert match.actors == ()
    assert len(match.state.rounds) == 2
    assert match.outcome is not None
    assert why(match.state, "build 5 A5 1", actor=0) == "M2.10: the game is over"


def test_m2_10_trays_are_empty_at_every_scoring():
    """M2.9, M2.10: a round ends for all players at once, even with forfeits."""
    for state, _, _ in random_states(MANHATTAN, options(variants=["anti-trust"]), 5):
        if state.phase in (Phase.CHOOSE, Phase.OVER):
            assert state.turns == 0 or state.phase == Phase.CHOOSE
        if state.phase == Phase.OVER:
            assert not any(map(sum, state.trays))
