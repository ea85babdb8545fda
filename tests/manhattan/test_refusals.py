"""Every message of the rules is provoked once: none is unused or missing."""

from __future__ import annotations

import pytest

from baumeister.games.clauses import clauses
from baumeister.games.manhattan import MANHATTAN, Phase
from baumeister.games.manhattan.actions import Choose, Deal

from .positions import building_phase, options

BOOK = clauses("baumeister.games.manhattan")
NEW = MANHATTAN.new(options())
TWO = MANHATTAN.new(options(players=2))
DEALING = NEW._replace(phase=Phase.DEAL, turn=0)
CHOOSING = NEW._replace(phase=Phase.CHOOSE, turn=0, start=0, round=1)
CHOOSING_TWO = TWO._replace(phase=Phase.CHOOSE, turn=0, start=0, round=1)
SINGLE = MANHATTAN.new(options(choice="one-by-one"))._replace(
    phase=Phase.CHOOSE, turn=0, start=0, round=1, trays=((6, 0, 0, 0),) * 4
)
CHOSEN = MANHATTAN.apply(
    MANHATTAN.new(options(choice="secret"))._replace(phase=Phase.CHOOSE, turn=0, start=0, round=1),
    0,
    MANHATTAN.parse("choose 111111"),
)
BUILDING = building_phase({"A5": "b4"}, hand=(5, 5, 5, 5), tray="1")
MONSTER = building_phase(hand=(5, 5, 5, 5), tray="1", given={"variants": ["godzilla"]}, monster=4)
BABY = building_phase(hand=(5, 5, 5, 5), tray="1", given={"variants": ["baby-godzilla"]}, monster=4)
CORNER, BABY_CORNER = (
    building_phase(hand=(1, 1, 1, 1), tray="1", given={"variants": [name]}, monster=4)
    for name in ("godzilla", "baby-godzilla")
)
PROGRESSIVE = building_phase(hand=(5, 5, 5, 5), tray="1", given={"variants": ["progressive"]})
TRUST = building_phase(
    {"A5": "o1"}, hand=(5, 5, 5, 5), tray="1", given={"variants": ["anti-trust"]}
)
SMALL = building_phase(hand=(5, 5, 5, 5), tray="1", given={"districts": 5})
URBAN = MANHATTAN.new(options(urban=True))._replace(phase=Phase.URBAN)

# (clause, message): a state, an actor, and the action they try
PROVOKED = {
    ("M1.2", "none-left"): (DEALING._replace(pile=(0,) * 9), -1, "deal 0 1234"),
    ("M1.3", "supply"): (CHOOSING, 0, "choose 444411"),
    ("M1.5", "not-marked"): (BUILDING, 0, "build 5 A1 1"),
    ("M1.6", "phase"): (DEALING, -1, "start 1"),
    ("M1.6", "deals"): (DEALING, -1, "deal 1 1234"),
    ("M1.6", "hand"): (DEALING, -1, "deal 0 12345"),
    ("M1.6", "order"): (DEALING, -1, Deal(0, (4, 3, 2, 1))),
    ("M1.7", "phase"): (NEW, -1, "draw 0 1"),
    ("M1.7", "no-player"): (NEW, -1, "start 4"),
    ("M1.7", "named"): (MANHATTAN.new(options(start=1)), -1, "start 0"),
    ("M2.1", "count"): (CHOOSING, 0, "choose 1"),
    ("M2.1", "tray-full"): (SINGLE, 0, "choose 1"),
    ("M2.2", "phase"): (CHOOSING, 0, "build 5 A5 1"),
    ("M2.2", "not-on-tray"): (BUILDING, 0, "build 5 B5 2"),
    ("M2.2", "colours"): (CHOOSING_TWO, 0, "choose 1111"),
    ("M2.2", "colour-order"): (CHOOSING_TWO, 0, "choose yellow 1111 orange 1111"),
    ("M2.2", "order"): (CHOOSING, 0, Choose(((None, (1, 1, 1, 1, 1, 2)),))),
    ("M2.3", "phase"): (BUILDING, 0, "choose 1"),
    ("M2.3", "not-your-turn"): (BUILDING, 1, "build 5 B5 1"),
    ("M2.3", "waiting"): (CHOSEN, 0, "choose 111111"),
    ("M2.3", "not-in-hand"): (BUILDING, 0, "build 4 B4 1"),
    ("M2.3", "draws"): (BUILDING._replace(phase=Phase.DRAW), -1, "draw 1 1"),
    ("M2.5", "too-few"): (BUILDING, 0, "build 5 A5 1"),
    ("M2.7", "phase"): (BUILDING._replace(phase=Phase.RESHUFFLE), -1, "draw 0 1"),
    ("M2.8", "can-build"): (BUILDING, 0, "forfeit 5 1"),
    ("M2.10", "over"): (BUILDING._replace(phase=Phase.OVER), 0, "build 5 B5 1"),
    ("M3.4", "one-colour"): (BUILDING, 0, "build 5 B5 1 orange"),
    ("M3.4", "two-colours"): (CHOOSING_TWO, 0, "choose orange 1111 blue 1111"),
    ("M4.1", "phase"): (URBAN, -1, "draw 0 1"),
    ("M4.1", "not-in-pile"): (URBAN, -1, "urban hut"),
    ("M4.11", "phase"): (URBAN._replace(phase=Phase.NEWS), -1, "draw 0 1"),
    ("M5.1", "phase"): (MONSTER._replace(phase=Phase.MONSTER), -1, "draw 0 1"),
    ("M5.1", "monster"): (MONSTER, 0, "build 5 A5 1"),
    ("M5.1", "named"): (
        MANHATTAN.new(options(variants=["godzilla"], monster="B2"))._replace(phase=Phase.MONSTER),
        -1,
        "monster B5",
    ),
    ("M5.1", "centre"): (MONSTER._replace(phase=Phase.MONSTER), -1, "monster B2"),
    ("M5.1", "goes"): (CORNER, 0, "build 1 A1 1"),
    ("M5.2", "goes"): (BABY_CORNER, 0, "build 1 A1 1"),
    ("M5.2", "monster"): (BABY, 0, "build 5 A5 1"),
    ("M5.3", "phase"): (PROGRESSIVE._replace(phase=Phase.DISTRICTS), -1, "draw 0 1"),
    ("M5.3", "closed"): (PROGRESSIVE, 0, "build 5 F5 1"),
    ("M5.3", "order"): (PROGRESSIVE._replace(phase=Phase.DISTRICTS), -1, "districts AAAAAA"),
    ("M5.4", "own"): (TRUST, 0, "build 5 A5 1"),
    ("M6", "not-in-play"): (SMALL, 0, "build 5 F5 1"),
}  # fmt: skip


@pytest.mark.parametrize(("clause", "key"), list(PROVOKED))
def test_message_of_clause(clause, key):
    state, actor, tried = PROVOKED[clause, key]
    assert actor in MANHATTAN.actors(state) or key in ("not-your-turn", "waiting", "over")
    action = MANHATTAN.parse(tried) if isinstance(tried, str) else tried
    message = str(MANHATTAN.why_not(state, actor, action))
    start = BOOK.messages(clause)[key].split("{")[0]
    assert message.startswith(f"{clause}: {start}")
    assert "{" not in message


def test_no_message_is_unused_or_missing():
    written = {(clause, key) for clause in BOOK.ids() for key in BOOK.messages(clause)}
    assert written == set(PROVOKED)
