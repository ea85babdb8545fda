"""Pictures of the urban rules (M4) and the variants (M5) for the illustrated rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from baumeister.games.guide import Figure
from baumeister.games.manhattan.board import DISTRICTS, SITE_NAMES
from baumeister.games.manhattan.figures import (
    AFTER_TWO,
    COLOURS,
    builds,
    cell,
    closed_in,
    figure,
    names,
    plan,
    position,
    scored,
    tower,
)
from baumeister.games.manhattan.game import MANHATTAN
from baumeister.games.manhattan.urban import FAKE_NEWS


def urban(card: str) -> Callable[[], Figure]:
    def draw() -> Figure:
        found = scored(AFTER_TWO, card)
        points = {
            name: found.urban_points[colour] // len(sites)
            for colour, sites in enumerate(found.urban_sites)
            for name in names(sites)
        }
        numbers = dict(zip(COLOURS, found.urban_points, strict=True))
        numbers["each"] = max(points.values(), default=1)
        numbers["sites"] = len(points)
        return figure(
            numbers,
            plan=plan(AFTER_TWO, badges=points, dim=bool(points)),
            points=[{"colour": c, "points": n} for c, n in enumerate(found.urban_points)],
        )

    return draw


def fake_news() -> Figure:
    return figure(deck=[FAKE_NEWS, "villa"])


def _monster(variant: str, board: Mapping[str, str], start: str, card: int) -> Figure:
    """Before and after a card, on the two districts it happens in."""
    state = position(board, hand=(card,), tray="1", monster=start, variants=[variant], start=0)
    action = next(each for each in builds(state) if SITE_NAMES[each.site][0] == "E")
    after = MANHATTAN.apply(state, 0, action)
    end = SITE_NAMES[after.monster]
    shown = "".join(sorted({start[0], end[0]}))
    return figure(
        {"before": state.buildings[after.monster].height,
         "after": after.buildings[after.monster].height},
        cards=[{"cell": cell(0, card), "chosen": True}],
        plans=[
            plan(state, shown, monster=start, step=[start, end]),
            plan(after, shown, monster=end),
        ],
    )  # fmt: skip


_RAMPAGE: Final = {"A4": "y1", "A2": "o2", "B2": "p1", "B4": "b2 o3", "B9": "y2"}


def godzilla() -> Figure:
    return _monster("godzilla", _RAMPAGE, "A6", 6)


def over_the_edge() -> Figure:
    """The monster leaves the board on one side and comes back on the other."""
    card, start = 6, "C6"
    state = position({}, hand=(card,), tray="1", monster=start, variants=["godzilla"], start=0)
    action = next(each for each in builds(state) if SITE_NAMES[each.site][0] == "E")
    end = SITE_NAMES[MANHATTAN.apply(state, 0, action).monster]
    return figure(plan=plan({}, monster=start, step=[start, end], wraps=True))


def baby() -> Figure:
    return _monster("baby-godzilla", _RAMPAGE, "A6", 6)


def opening() -> Figure:
    order = "BDFACE"
    return figure(
        {"open": len(DISTRICTS) - len(closed_in(1, order))},
        opening=[closed_in(number, order) for number in (1, 2, 3, 4)],
    )


def anti_trust() -> Figure:
    given = {"variants": ["anti-trust"]}
    return figure(towers=[tower("o2", "o1", **given), tower("o2 b2", "o1", **given)])
