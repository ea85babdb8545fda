"""Tables of the variants and of every number of players: for pictures and slow tests."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page

from tests.browser.places import BOARD, PIECE, PLACES, Place, chooses, closed_result, hook, waits
from tests.browser.scenery import TABLES, Wanted

OPERATOR: Final = "the token of the operator"
MONSTER: Final = {"players": 3, "variants": ["godzilla"]}
SKYLINE: Final = (chooses("toggle-3d"), waits(f'{hook("skyline")}[data-ready="true"]'))

ALL_TABLES: dict[str, Wanted] = {
    **TABLES,
    "two-colours": ("manhattan", 2, 9, {}),
    "urban": ("manhattan", 4, 9, {"options": {"players": 4, "urban": True}}),
    "monster": ("manhattan", 3, 9, {"options": MONSTER}),
    "one-by-one": ("manhattan", 4, 2, {"options": {"players": 4, "choice": "one-by-one"}}),
    "tangram-alone": ("tangram-city", 1, 9, {}),
    "tangram-alone-end": ("tangram-city", 1, None, {}),
    "tangram-two": ("tangram-city", 2, 9, {}),
    "tangram-four": ("tangram-city", 4, 9, {}),
    "tangram-five": ("tangram-city", 5, 9, {}),
    "tangram-five-end": ("tangram-city", 5, None, {}),
    "tangram-last": ("tangram-city", 2, 26, {}),
}


def signs_in(page: Page) -> None:
    page.locator("input[type=password]").fill(OPERATOR)
    page.keyboard.press("Enter")


def trains(page: Page) -> None:
    """Open the trainer: the analysis has found something to train."""
    page.goto("trainer")


LEARNT: Final = (
    *(chooses("show-me"), chooses("take-hint"), chooses("confirm")),
    waits(hook("done")),
)

ALL_PLACES: dict[str, Place] = {
    **PLACES,
    "two-colours": Place("table/{}", "two-colours", waits="[data-card]"),
    "urban": Place("table/{}", "urban", waits="[data-card]"),
    "monster": Place("table/{}", "monster", waits="[data-card]"),
    "monster-3d": Place("table/{}", "monster", SKYLINE, "[data-card]"),
    "one-by-one": Place("table/{}", "one-by-one", waits=BOARD),
    "tangram-alone": Place("table/{}", "tangram-alone", PIECE, BOARD),
    "tangram-alone-end": Place("table/{}", "tangram-alone-end", waits=hook("over")),
    "tangram-two": Place("table/{}", "tangram-two", PIECE, BOARD),
    "tangram-four": Place("table/{}", "tangram-four", PIECE, BOARD),
    "tangram-five": Place("table/{}", "tangram-five", PIECE, BOARD),
    "tangram-five-end": Place("table/{}", "tangram-five-end", waits=hook("over")),
    "tangram-five-board": Place("table/{}", "tangram-five-end", (closed_result,), BOARD),
    "tangram-five-count": Place(
        "table/{}",
        "tangram-five-end",
        (chooses("last-scoring"), waits(hook("round"))),
        hook("over"),
    ),
    "tangram-last": Place("table/{}", "tangram-last", waits=hook("tile")),
    "tangram-last-hint": Place(
        "table/{}", "tangram-last", (chooses("hint"), waits(hook("advice"))), hook("tile")
    ),
    "learnt-manhattan": Place("learn/manhattan/3", "", LEARNT, f"{hook('board')} *", whole=True),
    "learnt-tangram": Place("learn/tangram-city/3", "", LEARNT, f"{hook('board')} *", whole=True),
    "lesson": Place(
        "replay/{}?line=60", "manhattan-end", (chooses("lesson-edit"),), hook("forward"), whole=True
    ),
    "mistakes": Place(
        "replay/{}?line=60&analyse=1", "manhattan-end", (trains, waits(hook("due"))), hook("report")
    ),
    "invited": Place("table/{}", "gathering", waits=hook("gathering"), stranger=True),
    "operator": Place(
        "operator", steps=(signs_in, waits(hook("operator-state"))), waits="h1", whole=True
    ),
}
