"""Observations: their layout, and that they contain nothing hidden from the seat."""

from __future__ import annotations

import random

import pytest

from baumeister.core.chance import CHANCE
from baumeister.core.errors import UnknownSeatError
from baumeister.fast.manhattan import observation as manhattan
from baumeister.fast.tangram_city import observation as tangram_city
from baumeister.games.manhattan import MANHATTAN
from baumeister.games.tangram_city import TANGRAM_CITY
from tests.manhattan.positions import building_phase
from tests.tangram_city.positions import play, started

from .samples import SAMPLES, observed, of_manhattan, of_tangram_city


def by_field(fields, numbers):
    """The numbers of each field, by name."""
    found, at = {}, 0
    for field in fields:
        found[field.name] = numbers[at : at + field.length]
        at += field.length
    assert at == len(numbers)
    return found


def fields_of(sample):
    if sample.game is MANHATTAN:
        return manhattan.FIELDS
    return tangram_city.fields(sample.options.players)


def non_zero(numbers):
    """The non-zero numbers by index."""
    return {index: number for index, number in enumerate(numbers) if number}


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_observations_do_not_depend_on_hidden_information(sample):
    """M7, T2.1, T2.2: all states with the same view give the same observation."""
    rng = random.Random(6)
    position = sample.position(seed=6)
    rules = position.rules
    differed = 0
    while position.actor >= CHANCE:
        if rng.random() < 0.15:
            try:
                state = position.state()
            except ValueError:  # partly given: below
                state = None
            for seat in range(rules.players if state else 0):
                other = sample.game.determinize(sample.game.view(state, seat), rng)
                differed += other != state
                twin = sample.plain.Position.of(rules, other)
                assert observed(twin, seat) == observed(position, seat)
        position.apply(rng.choice(position.legal()))
    assert differed


def differing(position, one, other):
    """The seats whose observations differ after one or the other number."""
    seen = []
    for number in (one, other):
        after = position.copy()
        after.apply(number)
        seen.append([observed(after, seat) for seat in range(position.rules.players)])
    return [seat for seat in range(position.rules.players) if seen[0][seat] != seen[1][seat]]


def test_m7_a_partly_dealt_hand_is_visible_to_its_player_only():
    """M7."""
    position = of_manhattan(players=3, start=0).position()
    position.apply(0)
    for card in range(12):
        assert differing(position, position.legal()[0], position.legal()[-1]) == [card // 4]
        position.apply(position.legal()[card % 9])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_m7_secret_choices_become_visible_when_all_have_chosen(players):
    """M6, M7: not colour by colour either."""
    position = of_manhattan(players=players, choice="secret").position()
    position.settle()
    colours = 2 if players == 2 else 1
    for step in range(players * colours):
        last = step == players * colours - 1
        player = step // colours
        assert position.actor == player
        seeing = list(range(players)) if last else [player]
        assert differing(position, position.legal()[0], position.legal()[-1]) == seeing
        assert not any(by_field(manhattan.FIELDS, observed(position, 0))["turn"])
        position.apply(position.legal()[0])


def test_an_open_choice_is_visible_at_once():
    position = of_manhattan(players=2).position()
    position.settle()
    assert differing(position, position.legal()[0], position.legal()[-1]) == [0, 1]


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_t2_1_a_card_is_visible_to_those_who_may_look(players):
    """T2.1: as the cards are dealt, one after the other."""
    sample = of_tangram_city(players=players, start=players - 1, printed_field=False)
    position = sample.position()
    position.apply(players - 1)
    for slot in range(4):
        after = position.copy()
        after.apply(position.legal()[0])
        seeing = [
            seat for seat in range(players)
            if not by_field(tangram_city.fields(players), observed(after, seat))["hidden"][slot]
        ]  # fmt: skip
        assert differing(position, position.legal()[0], position.legal()[-1]) == seeing
        if slot == 0:
            assert seeing == list(range(players))
        position = after


def test_t2_2_a_placement_becomes_visible_when_all_have_placed():
    """T2.2."""
    position = of_tangram_city(players=3, printed_field=False).position(seed=3)
    position.settle()
    for player in range(3):
        assert position.actor == player
        seeing = [0, 1, 2] if player == 2 else [player]
        assert differing(position, position.legal()[0], position.legal()[1]) == seeing
        position.apply(position.legal()[0])


def test_m5_3_the_order_of_districts_is_visible_as_it_is_drawn():
    """M5.3."""
    position = of_manhattan(players=4, variants=["progressive"]).position()
    drawn = [4, 2, 0, 5, 3, 1]
    while position.state().phase.name != "DISTRICTS":
        seen = by_field(manhattan.FIELDS, observed(position, 0))
        assert not any(seen["opening"] + seen["open"])
        for _ in range(4 if position.state().phase.name == "DEAL" else 1):
            position.apply(position.legal()[0])
    for step, district in enumerate(drawn):
        seen = by_field(manhattan.FIELDS, observed(position, 1))
        assert non_zero(seen["opening"]) == {6 * k + each: 1 for k, each in enumerate(drawn[:step])}
        assert not any(seen["open"])
        position.apply(district)
    seen = by_field(manhattan.FIELDS, observed(position, 1))
    assert non_zero(seen["opening"]) == {6 * k + each: 1 for k, each in enumerate(drawn)}
    assert seen["open"] == [1, 0, 1, 0, 1, 0]


def test_manhattan_field_by_field():
    """Seat 1 of two, in the North, with colours 1 and 3."""
    state = building_phase(
        {"A1": "o3", "C5": "b2 y4 p1"}, turn=0, hand=(1, 1, 5, 9), tray="4321", turns=16,
        given={"players": 2}, scores=(5, 6, 7, 8),
    )  # fmt: skip
    state = state._replace(hands=((1, 1, 5, 9), (2, 2, 3, 4)))
    numbers = manhattan.encode(MANHATTAN.view(state, 1))
    assert len(numbers) == manhattan.LENGTH == 912
    seen = by_field(manhattan.FIELDS, numbers)
    assert non_zero(seen["phase"]) == {6: 1}
    assert (seen["round"], seen["rounds"], seen["turns"]) == ([1], [6], [16])
    assert seen["start"] == seen["turn"] == [0, 1, 0, 0]
    assert seen["hand"] == [0, 0, 0, 0, 0, 1, 1, 2, 0]  # North: cards 2, 3, 4 mark 7, 6, 5
    assert seen["hand sizes"] == [4, 4, 0, 0]
    assert seen["points"] == [6, 7, 8, 5]
    assert seen["trays"] == [1] * 16
    first, centre = 0, 6 * 4 + 2  # A1, C5
    assert non_zero(seen["floors"]) == {
        3 * 54 + first: 3, centre: 2, 54 + centre: 4, 2 * 54 + centre: 1,
    }  # fmt: skip
    assert non_zero(seen["owner"]) == {3 * 54 + first: 1, 2 * 54 + centre: 1}
    assert non_zero(seen["ground"]) == {3 * 54 + first: 1, centre: 1}
    assert non_zero(seen["top"]) == {first: 3, centre: 1}
    assert seen["open"] == [1] * 6
    assert not any(seen["monster"] + seen["urban"] + seen["urban pile"] + seen["chosen"])


def test_three_players_leave_zeros_for_the_fourth():
    position = of_manhattan(players=3).position()
    position.settle()
    seen = by_field(manhattan.FIELDS, observed(position, 2))
    assert seen["hand sizes"] == [4, 4, 4, 0]
    assert seen["supplies"] == [11, 6, 4, 3] * 3 + [0] * 4


def test_tangram_city_field_by_field():
    state = started("02", "06", "01", "03", players=2)
    state = play(state, "0 place 02 b 0 a1")
    for seat in (0, 1):
        numbers = tangram_city.encode(TANGRAM_CITY.view(state, seat))
        assert len(numbers) == tangram_city.length(2) == 780 + 2 * 588
        seen = by_field(tangram_city.fields(2), numbers)
        assert non_zero(seen["phase"]) == {4: 1}
        assert (seen["round"], seen["slot"]) == ([1], [0])
        assert non_zero(seen["pillar"]) == {seat: 1}
        assert seen["hidden"] == [[0, 1, 0, 1], [0, 1, 1, 0]][seat]
        assert non_zero(seen["cards"]) == {1: 1, [2 * 23, 3 * 23 + 2][seat]: 1}
        assert sum(seen["to come"]) == 21
        assert non_zero(seen["to decide"]) == [{}, {1: 1}][seat]
        assert seen["decided"] == [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0]][seat]
        assert seen["points"] == [1, 1, 0, 0, 0]
        assert not any(seen["board"])  # without printed fields
        tile = 2 * len(state.setup.tiles["02"].halves)  # quarters
        assert sum(seen["outlines"]) == [0, tile][seat]
        assert sum(seen["boards"]) == [tile, 0][seat]
    own = by_field(tangram_city.fields(2), tangram_city.encode(TANGRAM_CITY.view(state, 0)))
    assert own["boards"][:196] == seen["outlines"][:196]  # it lies as its outline shows


def test_t1_1_boards_are_visible_before_a_side_is_chosen():
    """T1.1: one-hot for each player, the seat first."""
    position = of_tangram_city(players=3).position(seed=4)
    position.settle()
    numbers = [board.number for board in position.state().boards]
    for seat in range(3):
        seen = by_field(tangram_city.fields(3), observed(position, seat))["board"]
        turned = numbers[seat:] + numbers[:seat]
        assert non_zero(seen) == {5 * k + number - 1: 1 for k, number in enumerate(turned)}


def test_t2_5_the_three_tiles_of_the_last_round():
    """T2.5: outlines are in the order of their action numbers."""
    position = of_tangram_city(players=1, printed_field=False).position(seed=8)
    position.settle()
    while position.state().round < 6:
        position.step(position.legal()[-1])
    for left in ([1, 1, 1], [1, 0, 1], [0, 0, 1], [0, 0, 0]):
        seen = by_field(tangram_city.fields(1), observed(position, 0))["outlines"]
        assert [int(any(seen[196 * k : 196 * k + 196])) for k in range(3)] == left
        cards = {number // 393 for number in position.legal() if number < 1179}
        assert sorted(cards) == [k for k in range(3) if left[k]]
        skip = {3: 393 + 392, 2: 392, 1: 2 * 393 + 392}.get(sum(left))
        if skip:
            position.apply(skip)


@pytest.mark.parametrize("sample", [of_manhattan(players=2), of_tangram_city()], ids=str)
def test_only_seats_have_observations(sample):
    position = sample.position()
    for seat in (-1, sample.options.players):
        with pytest.raises(UnknownSeatError):
            observed(position, seat)
    module = manhattan if sample.game is MANHATTAN else tangram_city
    with pytest.raises(ValueError, match="spectators"):
        module.encode(sample.game.view(position.state(), None))


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_the_layout_has_the_length_of_the_rules(sample):
    fields = fields_of(sample)
    assert sum(field.length for field in fields) == sample.position().rules.observation
    assert len({field.name for field in fields}) == len(fields)
