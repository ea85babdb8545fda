"""Action numbers: each number has one action, and each action has its numbers."""

from __future__ import annotations

import random

import pytest

from baumeister.core.chance import CHANCE
from baumeister.fast.manhattan import numbers as manhattan
from baumeister.fast.tangram_city import numbers as tangram_city
from baumeister.games.manhattan import MANHATTAN, Phase
from baumeister.games.manhattan.actions import Choose, Reshuffle
from tests.manhattan.positions import building_phase, options
from tests.tangram_city.positions import started

from .samples import SAMPLES, of_manhattan, of_tangram_city, random_game, swept


@pytest.mark.parametrize("sample", swept(SAMPLES), ids=str)
def test_actions_and_numbers_round_trip(sample):
    """Legal actions in every phase of a whole game; no two have the same numbers."""
    numbers = sample.numbers
    most = sample.plain.rules(sample.given).actions
    for state, actor, action in random_game(sample, random.Random(1))[:-1]:
        legal = sample.game.legal(state, actor)
        some = [*legal[:: 1 + len(legal) // 25], action]
        found = {each: numbers.numbers_of(state, actor, each) for each in some}
        assert len(set(found.values())) == len(set(some))
        for each, given in found.items():
            assert len(given) == numbers.wanted(state)
            assert numbers.action_of(state, actor, given) == each
            assert all(0 <= number < most for number in given)


@pytest.mark.parametrize("sample", swept(SAMPLES), ids=str)
def test_numbers_of_actions_round_trip(sample):
    """Every number of players in every phase of theirs, legal or not."""
    numbers, met = sample.numbers, set()
    for state, actor, _ in random_game(sample, random.Random(2))[:-1]:
        moment = state.phase, state.round == 6, getattr(state, "slot", 0) == 4, actor
        if actor == CHANCE or moment in met or numbers.wanted(state) > 1:
            continue
        met.add(moment)
        meant = 0
        for number in range(sample.plain.rules(sample.given).actions):
            try:
                action = numbers.action_of(state, actor, [number])
            except ValueError:
                continue
            single = sample.given.get("choice") == "one-by-one"
            if isinstance(action, Choose) and single != (len(action.blocks[0][1]) == 1):
                continue  # a way of choosing that these options do not have
            assert numbers.numbers_of(state, actor, action) == (number,)
            assert numbers.text(state, actor, number) == str(action)
            meant += 1
        assert meant > 100


def test_m1_5_documented_numbers_of_manhattan():
    """M1.5: the card follows from the place and the side."""
    state = building_phase(given={"players": 2}, turn=1)
    for number, text in [
        (0, "build 9 A1 1 blue"),
        (1, "build 9 B1 1 blue"),
        (6 + 54, "build 8 A2 2 blue"),
        (215, "build 1 F9 4 blue"),
        (216, "forfeit 1 1 blue"),
        (251, "forfeit 9 4 blue"),
        (396, "build 9 A1 1 purple"),
        (647, "forfeit 9 4 purple"),
    ]:
        assert manhattan.text(state, 1, number) == text
    chooses = state._replace(phase=Phase.CHOOSE)
    assert manhattan.text(chooses, 1, 252 + 2 * 35 + 3 * 7 + 6) == "choose blue 4311"
    assert manhattan.text(chooses, 1, 391, 1) == "choose purple 1111"
    single = MANHATTAN.new(options(players=2, choice="one-by-one"))
    assert [manhattan.text(single, 0, number) for number in (392, 395, 648, 651)] == [
        "choose orange 4", "choose orange 1", "choose yellow 4", "choose yellow 1",
    ]  # fmt: skip
    assert (manhattan.count(options(players=2)), manhattan.count(options())) == (652, 396)


def test_t3_documented_numbers_of_tangram_city():
    state = started("02", "06", "01", "03")
    for number, text in [
        (0, "place 02 b 0 a1"),
        (49 + 8, "place 02 b 1 b2"),
        (4 * 49 + 48, "place 02 g 0 g7"),
        (392, "skip 02"),
        (1179, "fountain a1 ne"),
        (1179 + 4 * 48 + 3, "fountain g7 sw"),
        (1375, "fountain -"),
        (1376, "side a"),
        (1377, "side b"),
    ]:
        assert tangram_city.text(state, 0, number) == text
    last = state._replace(round=6, cards=("02", "06", "01"))
    assert tangram_city.text(last, 0, 2 * 393 + 392) == "skip 01"


@pytest.mark.parametrize(
    ("sample", "number"),
    [(of_manhattan(players=4), 396), (of_manhattan(players=2), 652), (of_manhattan(), -1),
     (of_tangram_city(), 1378), (of_tangram_city(), 393), (of_tangram_city(), -1)],
    ids=str,
)  # fmt: skip
def test_numbers_without_an_action(sample, number):
    position = sample.position()
    position.settle()
    with pytest.raises(ValueError, match=f"{number} is not the number of an action here"):
        sample.numbers.text(position.state(), position.actor, number)


def test_m2_7_the_reshuffle_has_no_number():
    state = MANHATTAN.new(options())
    with pytest.raises(ValueError, match="not a step of its own"):
        manhattan.numbers_of(state, CHANCE, Reshuffle())
    with pytest.raises(ValueError, match="takes 1 numbers"):
        manhattan.action_of(state, CHANCE, [1, 2])
    with pytest.raises(ValueError, match="99 is not the number"):
        manhattan.action_of(state, CHANCE, [99])
