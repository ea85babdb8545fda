"""Reasons are true, and use public information only."""

from __future__ import annotations

import random
from typing import Any

import pytest

from baumeister.bots.analysis.reasons import reasons_for
from baumeister.bots.manhattan.reasons import reasons
from baumeister.core.chance import CHANCE, pick
from baumeister.core.registry import find
from baumeister.games.manhattan.board import EMPTY, SITE_NAMES, built

MANHATTAN = find("manhattan")


def choosing(round_number: int = 1, **buildings: tuple[tuple[int, int], ...]) -> Any:
    """A state of three players with these buildings, the first player to choose blocks."""
    rng, state = random.Random(1), MANHATTAN.new(MANHATTAN.options({"players": 3, "start": 0}))
    while MANHATTAN.actors(state)[0] == CHANCE:
        state = MANHATTAN.apply(state, CHANCE, MANHATTAN.sample(state, rng))
    sites = [EMPTY] * len(SITE_NAMES)
    for site, blocks in buildings.items():
        sites[SITE_NAMES.index(site)] = built(blocks)
    return state._replace(round=round_number, buildings=tuple(sites))


def reasons_of(state: Any, text: str) -> dict[str, Any]:
    found = reasons_for(MANHATTAN, MANHATTAN.view(state, 0), MANHATTAN.parse(text))
    return {reason["code"]: reason for reason in found}


def test_large_blocks_reach_buildings_that_small_ones_cannot() -> None:
    state = choosing(C5=((1, 3),), B2=((2, 4),), A1=((1, 1),), D4=((0, 4),), E1=((1, 4), (1, 3)))
    found = reasons_of(state, "choose 4431")
    assert found["brings"] == {"code": "brings", "large": 3, "of": 4}
    assert found["reach"]["count"] == 2  # C5, B2; not A1 (low), E1 (too high), D4 (own)
    assert found["empty"] == {"code": "empty", "small": 1, "sites": 54 - 5}
    assert reasons_of(state, "choose 3311")["reach"]["count"] == 1  # only C5
    small = reasons_of(state, "choose 2211")
    assert small["enough"]["count"] == 1  # A1
    assert not small.keys() & {"reach", "brings"}


def test_an_empty_board_has_nothing_to_take() -> None:
    assert not reasons_of(choosing(), "choose 4431").keys() & {"reach", "enough"}


def test_blocks_are_compared_with_those_opponents_have_chosen() -> None:
    state = choosing()
    assert "outsizes" not in reasons_of(state, "choose 4431")  # nobody has chosen
    chosen = state._replace(trays=((0, 0, 0, 0), (2, 0, 2, 0), (0, 0, 0, 0)))
    assert reasons_of(chosen, "choose 4431")["outsizes"]["floors"] == 4
    assert "outsizes" not in reasons_of(chosen, "choose 3331")
    own = state._replace(trays=((2, 0, 2, 0), (0, 0, 0, 0), (0, 0, 0, 0)))
    assert "outsizes" not in reasons_of(own, "choose 4431")


def test_opponents_need_different_numbers_of_floors() -> None:
    """M2.5: whoever has floors in a building already needs fewer to take it over."""
    state = choosing(1, **dict.fromkeys(SITE_NAMES, ((1, 2),)))
    for seat in range(3):
        all_sizes = (each for each in MANHATTAN.legal(state, seat) if set("1234") <= set(str(each)))
        state = MANHATTAN.apply(state, seat, next(all_sizes))
    build = next(each for each in MANHATTAN.legal(state, 0) if each.floors == 3)
    found = reasons_for(MANHATTAN, MANHATTAN.view(state, 0), build)
    exposed = [each for each in found if each["code"].startswith("exposed")]
    assert [(each["code"], each["by"]) for each in exposed] == [("exposed-several", [1, 2])]


def test_a_building_that_no_block_left_can_take_is_safe_for_the_game() -> None:
    """Trays and supplies are public: two floors are enough if opponents have only ones left."""
    state = choosing()
    build = MANHATTAN.parse("build 1 A1 2")
    for seat in range(3):
        all_sizes = (each for each in MANHATTAN.legal(state, seat) if set("1234") <= set(str(each)))
        state = MANHATTAN.apply(state, seat, next(all_sizes))
    state = state._replace(hands=((1,), *state.hands[1:]))

    def until(state: Any) -> list[Any]:
        return [each.get("until") for each in reasons(state, 0, build) if each["code"] == "safe"]

    ones = ((1, 0, 0, 0),) * 3
    assert until(state) == []
    assert until(state._replace(trays=(state.trays[0], *ones[1:]))) == ["round"]
    assert until(state._replace(trays=(state.trays[0], *ones[1:]), supplies=ones)) == ["end"]


def test_blocks_of_four_left_for_later() -> None:
    state = choosing()
    assert reasons_of(state, "choose 4311")["saves"]["fours"] == 2
    assert reasons_of(state, "choose 4441")["spends"] == {"code": "spends", "fours": 3}
    last = choosing(state.options.rounds)
    assert not reasons_of(last, "choose 4311").keys() & {"saves", "spends"}


@pytest.mark.parametrize("players", [1, 3])
def test_remaining_tiles_are_counted(players: int) -> None:
    """The tile being decided on is not counted; those already open are."""
    game, rng, seen = find("tangram-city"), random.Random(3), 0
    state = game.new(game.options({"players": players}))
    while actors := game.actors(state):
        if actors[0] == CHANCE:
            state = game.apply(state, CHANCE, game.sample(state, rng))
            continue
        view, action = game.view(state, actors[0]), pick(rng, game.legal(state, actors[0]))
        for reason in reasons_for(game, view, action):
            if reason["code"] == "room":
                tile = getattr(action, "tile", None)
                due = [piece for piece in view.todo if piece not in (tile, "fountain")]
                later = view.cards[view.slot + 1 :] if len(view.cards) > 3 else ()
                follow = len(view.to_come) + len(due) + sum(card is not None for card in later)
                assert reason["of"] == follow
                assert reason["tiles"] <= follow
                seen += 1
        state = game.apply(state, actors[0], action)
    assert seen > 5
