"""Hand-made positions, and strategies for options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from baumeister.core.options import options_of
from baumeister.games.manhattan import MANHATTAN, Options, Phase, State
from baumeister.games.manhattan.board import EMPTY, SITE_NUMBERS, SITES, built
from baumeister.games.manhattan.setup import blocks_of


def options(**given: Any) -> Options:
    return MANHATTAN.options(given)


def buildings(board: Mapping[str, str], colours: str = "obyp") -> tuple[Any, ...]:
    """Buildings from text: `{"A5": "o3 b4"}` is 3 orange floors below 4 blue ones."""
    found = [EMPTY] * SITES
    for site, text in board.items():
        blocks = [(colours.index(word[0]), int(word[1:])) for word in text.split()]
        found[SITE_NUMBERS[site]] = built(tuple(blocks))
    return tuple(found)


def building_phase(
    board: Mapping[str, str] | None = None,
    *,
    turn: int = 0,
    hand: tuple[int, ...] = (1, 2, 3, 4),
    tray: str = "4321",
    turns: int = 8,
    given: Mapping[str, Any] | None = None,
    **fields: Any,
) -> State:
    """A state in which player `turn` is to build."""
    state: State = MANHATTAN.new(options(**(given or {})))
    pile = list(state.pile)
    hands = []
    for player in range(state.setup.players):
        cards = hand
        if player != turn:
            cards = tuple(k for k in range(1, 10) for _ in range(pile[k - 1]))[: len(hand)]
        for card in cards:
            pile[card - 1] -= 1
        hands.append(cards)
    blocks = blocks_of(tuple(map(int, tray)))
    return state._replace(
        phase=Phase.BUILD,
        round=1,
        start=turn,
        turn=turn,
        turns=turns,
        hands=tuple(hands),
        pile=tuple(pile),
        trays=(blocks,) * len(state.trays),
        buildings=buildings(board or {}),
        **fields,
    )


def legal_texts(state: State) -> list[str]:
    (actor,) = MANHATTAN.actors(state)
    return [str(action) for action in MANHATTAN.legal(state, actor)]


def why(state: State, text: str, actor: int | None = None) -> str:
    """The refusal of an action as text; empty if the action is legal."""
    who = MANHATTAN.actors(state)[0] if actor is None else actor
    return str(MANHATTAN.why_not(state, who, MANHATTAN.parse(text)) or "")


def play(state: State, *lines: str) -> State:
    """Apply log lines, checking each."""
    for line in lines:
        word, text = line.split(" ", 1)
        actor = -1 if word == "*" else int(word)
        action = MANHATTAN.parse(text)
        assert MANHATTAN.why_not(state, actor, action) is None, (
            line,
            MANHATTAN.why_not(state, actor, action),
        )
        state = MANHATTAN.apply(state, actor, action)
    return state


VARIANT_SETS = [
    [*monster, *progressive, *trust]
    for monster in ([], ["godzilla"], ["baby-godzilla"])
    for progressive in ([], ["progressive"])
    for trust in ([], ["anti-trust"])
]


ENUMERATED = {
    name: list(option.values)
    for name, option in options_of(Options).items()
    if option.values and not option.is_list and not isinstance(option.values, range)
}
"""Every option with a list of values: a new one is covered by all tests over options."""


@st.composite
def any_options(draw: st.DrawFn, monsters: bool = True) -> Options:
    """Any valid options."""
    players = draw(st.sampled_from([2, 3, 4]))
    sides = {
        2: [[0, 2], [0, 1], [3, 1], [1, 1]],
        3: [[0, 1, 2], [2, 3, 0], [0, 0, 3]],
        4: [[0, 1, 2, 3], [2, 3, 0, 1], [1, 2, 0, 1]],
    }
    variants = draw(st.sampled_from(VARIANT_SETS))
    if not monsters:
        variants = [name for name in variants if "godzilla" not in name]
    given: dict[str, Any] = {
        **{name: draw(st.sampled_from(values)) for name, values in ENUMERATED.items()},
        "players": players,
        "variants": variants,
        "sides": draw(st.sampled_from(sides[players])),
        "hand": draw(st.integers(1, 6)),
        "districts": draw(st.sampled_from([6, 6, 1, 3])),
    }
    fewest = players * given["hand"] // 5 + 1
    given["cards"] = draw(st.sampled_from([9, 9, fewest]))
    if players > 2:
        given["colours_each"] = 1
    if draw(st.booleans()):
        rounds, blocks = draw(st.sampled_from([(1, 6), (2, 12), (4, 6), (6, 4), (8, 3), (9, 2)]))
        given |= {"rounds": rounds, "blocks": blocks}
    return MANHATTAN.options(given)
