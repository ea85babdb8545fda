"""The illustrated rules of Manhattan; the texts are in `guide.LANGUAGE.toml`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from baumeister.core.messages import Value
from baumeister.games.guide import Figure, Part, Section
from baumeister.games.manhattan.board import (
    BLOCK_COUNTS,
    CARD_COPIES,
    CARDS,
    DISTRICTS,
    SITE_NAMES,
    SITE_NUMBERS,
)
from baumeister.games.manhattan.editions import DEFAULT_EDITION, EDITIONS
from baumeister.games.manhattan.figures import (
    AFTER_ONE,
    AFTER_TWO,
    COLOURS,
    building,
    builds,
    cell,
    figure,
    names,
    plan,
    position,
    scored,
    tower,
)
from baumeister.games.manhattan.game import MANHATTAN
from baumeister.games.manhattan.urban import CLAUSES, FAKE_NEWS
from baumeister.games.manhattan.variant_figures import (
    anti_trust,
    baby,
    fake_news,
    godzilla,
    opening,
    over_the_edge,
    urban,
)

_PLANS: Final = EDITIONS[DEFAULT_EDITION].plans
_ONE_TOWER: Final = scored({"A5": "o1"}).items[0]
"""A single building is the highest and a majority too: the points of each item."""

NUMBERS: Final[Mapping[str, Value]] = {
    "cards": len(CARDS) * CARD_COPIES,
    "copies": CARD_COPIES,
    "hand": MANHATTAN.options({}).hand,
    "blocks": sum(BLOCK_COUNTS),
    **{f"of{floors}": count for floors, count in enumerate(BLOCK_COUNTS, start=1)},
    **{f"rounds{players}": rounds for players, (rounds, _) in _PLANS.items()},
    **{f"each{players}": blocks for players, (_, blocks) in _PLANS.items()},
    "highest": _ONE_TOWER.highest,
    "majority": _ONE_TOWER.majorities,
    "building": _ONE_TOWER.buildings,
    "urban_cards": len(CLAUSES),
}

_SEATS: Final = tuple(zip(COLOURS, MANHATTAN.options({}).sides, strict=True))


def skyline() -> Figure:
    return figure(towers=[tower(AFTER_TWO[site]) for site in ("B1", "A5", "D5", "C5", "F5", "E5")])


def table() -> Figure:
    return figure(plan=plan({}, seats=[{"colour": c, "side": s} for c, s in _SEATS]))


def supply() -> Figure:
    return figure(
        supply=[
            {"floors": floors, "count": count} for floors, count in enumerate(BLOCK_COUNTS, start=1)
        ]
    )


def sides() -> Figure:
    """One card, read by four players."""
    card = 3
    return figure(
        sides=[{"colour": c, "side": s, "cell": cell(s, card)} for c, s in _SEATS], card=card
    )


def choice() -> Figure:
    chosen = "432111"
    assert len(chosen) == _PLANS[4][1]
    return figure(
        supply=[
            {"floors": int(floors), "count": count}
            for floors, count in sorted(Counter(chosen).items())
        ]
    )


_TURN_BOARD: Final = {
    "A1": "p2", "A6": "b4", "B5": "o1", "B6": "o2", "C3": "y2", "C6": "y1",
    "D5": "b3", "E6": "p3 b3", "E2": "y1", "F9": "p1",
}  # fmt: skip
_HAND: Final = (1, 5, 6, 8)
_CARD: Final = 6
_SITE: Final = "C6"
_FLOORS: Final = 2


def play_card() -> Figure:
    """The sites where a card allows at least one block of the tray."""
    state = position(_TURN_BOARD, hand=_HAND, tray="2211")
    own = [each for each in builds(state) if each.card == _CARD]
    lit = sorted({SITE_NAMES[each.site] for each in own})
    refused = [f"{letter}{cell(0, _CARD) + 1}" for letter in DISTRICTS]
    return figure(
        {"possible": len(lit), "impossible": len(refused) - len(lit)},
        cards=[{"cell": cell(0, card), "chosen": card == _CARD} for card in _HAND],
        plan=plan(state, lit=lit, refused=[each for each in refused if each not in lit]),
    )


def built() -> Figure:
    state = position(_TURN_BOARD, hand=_HAND, tray="2211")
    action = next(
        each
        for each in builds(state)
        if (each.card, each.site, each.floors) == (_CARD, SITE_NUMBERS[_SITE], _FLOORS)
    )
    after = MANHATTAN.apply(state, 0, action)
    height = after.buildings[SITE_NUMBERS[_SITE]].height
    return figure({"height": height}, plan=plan(after, "C", badges={}, lit=[_SITE]))


def free_sites() -> Figure:
    return figure(towers=[tower("", "o1"), tower("o2 b2 o1", "o1"), tower("o3", "o4")])


_TO_TAKE: Final = "o1 b3"
_MIXED: Final = "o3 b3 y4 b2"


def take_overs() -> Figure:
    own, owner, *_ = building(_TO_TAKE).floors
    return figure(
        {"own": own, "owner": owner},
        towers=[tower(_TO_TAKE, block) for block in ("o1", "o2", "o3")],
    )


def hopeless() -> Figure:
    own, owner, other, _ = building(_MIXED).floors
    return figure(
        {"own": own, "owner": owner, "other": other},
        towers=[tower(_MIXED, "o1"), tower(_MIXED, "o2"), tower("o2 b4 b4", "o4")],
    )


def highest() -> Figure:
    found = scored(AFTER_ONE)
    (site,) = names(found.highest)
    return figure(
        {"height": found.height},
        plan=plan(AFTER_ONE, badges={site: _ONE_TOWER.highest}),
    )


def majorities() -> Figure:
    found = scored(AFTER_ONE)
    counts = {
        letter: {"counts": each.counts, "colour": each.colour}
        for letter, each in zip(DISTRICTS, found.districts, strict=True)
    }
    nobody = [letter for letter, each in counts.items() if each["colour"] is None]
    return figure(
        {"won": len(DISTRICTS) - len(nobody), "nobody": len(nobody)},
        plan=plan(AFTER_ONE, majorities=counts, points=_ONE_TOWER.majorities),
    )


def example() -> Figure:
    """The whole scoring of a round."""
    found = scored(AFTER_ONE)
    numbers: dict[str, int] = {}
    for colour, items in zip(COLOURS, found.items, strict=True):
        numbers |= {f"{colour}_{item}": value for item, value in items._asdict().items()}
        numbers[f"{colour}_majority_count"] = items.majorities // _ONE_TOWER.majorities
        numbers[f"{colour}_total"] = items.total
    return figure(
        numbers,
        plan=plan(AFTER_ONE),
        score=[[each.highest, each.majorities, each.buildings, each.total] for each in found.items],
    )


def two_players() -> Figure:
    options = MANHATTAN.options({"players": 2})
    setup = MANHATTAN.new(options).setup
    seats = [
        {"colour": options.colours[colour], "side": options.sides[player]}
        for player in range(2)
        for colour in setup.colours[player]
    ]
    return figure(plan=plan({}, seats=seats))


SECTIONS: Final = (
    Section("idea", (Part("skyline", (), skyline),)),
    Section(
        "setup",
        (
            Part("table", ("M1.1", "M1.4"), table),
            Part("blocks", ("M1.3",), supply),
            Part("cards", ("M1.2", "M1.5", "M1.6"), sides),
            Part("rounds", ("M1.7", "M2.1")),
        ),
    ),
    Section(
        "turn",
        (
            Part("choose", ("M2.2",), choice),
            Part("card", ("M2.3",), play_card),
            Part("block", ("M2.6",), built),
            Part("draw", ("M2.7", "M2.8")),
        ),
    ),
    Section(
        "building",
        (
            Part("free", ("M2.4",), free_sites),
            Part("over", ("M2.5",), take_overs),
            Part("enough", (), hopeless),
        ),
    ),
    Section(
        "scoring",
        (
            Part("when", ("M2.9",)),
            Part("highest", ("M3.1",), highest),
            Part("majorities", ("M3.2",), majorities),
            Part("example", ("M3.3",), example),
        ),
    ),
    Section("end", (Part("winner", ("M2.10", "M3.5")), Part("secret", ("M7",)))),
    Section("two", (Part("colours", ("M3.4",), two_players),)),
    Section(
        "urban",
        (
            Part("cards", ("M4.1", "M4.12")),
            *(
                Part(name, (clause,), fake_news if name == FAKE_NEWS else urban(name))
                for name, clause in CLAUSES.items()
            ),
        ),
    ),
    Section(
        "variants",
        (
            Part("godzilla", ("M5.1",), godzilla),
            Part("edge", (), over_the_edge),
            Part("baby-godzilla", ("M5.2",), baby),
            Part("progressive", ("M5.3",), opening),
            Part("anti-trust", ("M5.4",), anti_trust),
        ),
    ),
    Section("editions", (Part("editions", ("M6",)),)),
)
