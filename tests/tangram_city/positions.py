"""Hand-made positions, and strategies for options."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from baumeister.core import CHANCE
from baumeister.games.tangram_city import TANGRAM_CITY, Options, State
from baumeister.games.tangram_city.geometry import whole


def options(**given: Any) -> Options:
    return TANGRAM_CITY.options(given)


def play(state: State, *lines: str) -> State:
    """Apply log lines, checking each."""
    for line in lines:
        word, text = line.split(" ", 1)
        actor = CHANCE if word == "*" else int(word)
        action = TANGRAM_CITY.parse(text)
        refusal = TANGRAM_CITY.why_not(state, actor, action)
        assert refusal is None, (line, refusal)
        state = TANGRAM_CITY.apply(state, actor, action)
    return state


def started(*deal: str, **given: Any) -> State:
    """The first round after the deal, on empty boards; player 0 holds the pillar."""
    state = TANGRAM_CITY.new(options(printed_field=False, **{"players": 1, **given}))
    return play(state, "* start 0", "* deal " + " ".join(deal or ("02", "06", "01", "03")))


def why(state: State, text: str, actor: int = 0) -> str:
    """The refusal of an action as text; empty if the action is legal."""
    return str(TANGRAM_CITY.why_not(state, actor, TANGRAM_CITY.parse(text)) or "")


def legal_texts(state: State, actor: int = 0) -> list[str]:
    return [str(action) for action in TANGRAM_CITY.legal(state, actor)]


def fields(*names: str) -> int:
    """The mask of full fields: `fields("a1:d4", "g7")`."""
    found = 0
    for name in names:
        first, _, last = name.partition(":")
        last = last or first
        for x in range("abcdefg".index(first[0]), "abcdefg".index(last[0]) + 1):
            for y in range(int(first[1]) - 1, int(last[1])):
                found |= 1 << (y * 7 + x)
    return whole(found)


@st.composite
def any_options(draw: st.DrawFn) -> Options:
    """Any valid options."""
    return options(
        players=draw(st.sampled_from([1, 2, 3, 4, 5])),
        tile_set=draw(st.sampled_from(["standard", "exact-49"])),
        printed_field=draw(st.booleans()),
        same_board=draw(st.booleans()),
        start_points=draw(st.sampled_from([0, 1])),
    )
