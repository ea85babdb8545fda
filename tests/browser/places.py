"""Every page of the client and every interesting state of one, by name.

The tests of accessibility, languages and touch targets walk through them, and so does
`tools/screenshots`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from baumeister.puzzles.shipped import shipped
from tests.browser.scenery import Scenery

Step = Callable[[Page], None]
PUZZLE = shipped("manhattan", "best-move")[0].id
SLOW = 120_000
"""Milliseconds: the skyline is rendered in software, possibly on a busy machine."""


@dataclass(frozen=True)
class Place:
    address: str
    """`{}` is the table's id."""
    table: str = ""
    """The name of a table of the scenery."""
    steps: tuple[Step, ...] = ()
    waits: str = "h1"
    """A selector that appears once the page is loaded."""
    phone: bool | None = None
    """True: only on phones; False: never on phones."""
    whole: bool = False
    """Screenshots show the full page."""
    scrolled: bool = False
    """Screenshots show where the page has scrolled to."""
    stranger: bool = False
    """Seen by somebody else than the player of the scenery."""


def hook(name: str) -> str:
    return f'[data-test="{name}"]'


def clicks(selector: str) -> Step:
    return lambda page: page.locator(f"{selector}:visible").first.click()


def chooses(name: str) -> Step:
    return clicks(hook(name))


def presses(key: str) -> Step:
    return lambda page: page.keyboard.press(key)


def waits(selector: str) -> Step:
    return lambda page: expect(page.locator(selector).first).to_be_visible(timeout=SLOW)


def gives_up(page: Page) -> None:
    """Show the solution, unless it was shown at an earlier visit."""
    button = page.locator(hook("give-up"))
    if button.count():
        button.click()


def opens_all(page: Page) -> None:
    for each in page.locator("main details:not([open]) > summary").all()[::-1]:
        each.click()


def ticks_text_board(page: Page) -> None:
    page.locator(hook("table-menu")).click()
    page.locator(f"input{hook('text-board')}").check()
    page.keyboard.press("Escape")


def points_of_table(page: Page) -> None:
    if page.locator(hook("panels")).count():  # in a sheet over the board
        page.locator(hook("panels")).click()
    page.locator(hook("tab-points")).click()


def menu_of_table(page: Page) -> None:
    page.locator(hook("table-menu")).click()


def holds_a_card(page: Page) -> None:
    page.locator('[data-card]:not([aria-disabled="true"])').first.click()
    page.locator('[data-block][aria-disabled="false"]:not(.out)').first.click()
    page.locator("[data-site][data-lit]").first.click()


def closed_result(page: Page) -> None:
    expect(page.locator(hook("over"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(hook("over"))).to_have_count(0)


def place_piece(page: Page) -> None:
    page.locator(hook("city")).focus()
    page.keyboard.press("Space")


def list_is_at_the_move(page: Page) -> None:
    page.wait_for_function(
        """() => {
          const list = document.querySelector('[data-test="tree"]');
          const here = list?.querySelector('[aria-current]')?.getBoundingClientRect();
          const box = list?.getBoundingClientRect();
          return here && here.top >= box.top && here.bottom <= box.bottom;
        }""",
        polling=50,
    )


PIECE = (waits(hook("tile")), place_piece, waits(hook("held")))
BOARD = ".table"

PLACES: dict[str, Place] = {
    "start": Place("", whole=True),
    "start-friends": Place("", steps=(chooses("friends-manhattan"),)),
    "start-one-screen": Place("", steps=(chooses("screen-manhattan"),)),
    "menu": Place("", steps=(chooses("menu"),), phone=True),
    "tables": Place("tables"),
    "new-manhattan": Place("new/manhattan", waits=hook("make-table")),
    "new-manhattan-all": Place(
        "new/manhattan", steps=(opens_all,), waits=hook("make-table"), whole=True
    ),
    "new-tangram": Place("new/tangram-city", waits=hook("make-table")),
    "new-tangram-all": Place(
        "new/tangram-city", steps=(opens_all,), waits=hook("make-table"), whole=True
    ),
    "tiles": Place("tiles", waits=hook("problems"), whole=True),
    "tiles-standard": Place(
        "tiles", steps=(chooses("open"), chooses("set-standard"), waits(hook("good"))), whole=True
    ),
    "puzzles": Place("puzzles", waits=hook("archive"), whole=True),
    "puzzle": Place(f"puzzles/{PUZZLE}", waits="[data-site]"),
    "puzzle-solution": Place(
        f"puzzles/{PUZZLE}",
        steps=(gives_up, waits(hook("solution")), opens_all),
        waits="[data-site]",
        whole=True,
    ),
    "puzzle-day": Place(
        "puzzles",
        waits=hook("archive"),
        steps=(clicks('main a[href*="puzzles/day/"]'), waits(f"{hook('board')} button")),
    ),
    "trainer": Place("trainer", waits=f"{hook('nothing-due')}, {hook('due')}"),
    "learn": Place("learn", whole=True),
    "learn-manhattan": Place("learn/manhattan/3", waits=f"{hook('board')} *"),
    "learn-tangram": Place("learn/tangram-city/3", waits=f"{hook('board')} *"),
    "rules": Place("rules", waits="figure svg", whole=True),
    "rules-tangram": Place("rules/tangram-city", waits="figure svg", whole=True),
    "rules-clause": Place("rules/M2.5", scrolled=True),
    "replay": Place("replay"),
    "replay-manhattan": Place("replay/{}?line=60", "manhattan-end", waits=hook("forward")),
    "replay-tangram": Place("replay/{}?line=60", "tangram-end", waits=hook("forward")),
    "replay-analysis": Place(
        "replay/{}?line=60&analyse=1", "manhattan-end", waits=hook("report"), whole=True
    ),
    "study": Place("study"),
    "analysis": Place("analysis", waits=hook("begin-analysis"), whole=True),
    "set-up-manhattan": Place(
        "analysis?setup=manhattan",
        waits="[data-site]",
        steps=(clicks('[data-site="B5"]'),),
        whole=True,
    ),
    "set-up-tangram": Place(
        "analysis?setup=tangram-city",
        waits=hook("city-grid"),
        steps=(clicks('[data-field="e6"]'),),
        whole=True,
    ),
    "analysis-board": Place(
        "analysis?table={}&line=60",
        "manhattan-end",
        waits=hook("analysis-board"),
        steps=(list_is_at_the_move,),
        whole=True,
    ),
    "analysis-board-tangram": Place(
        "analysis?table={}&line=60", "tangram-end", waits=hook("analysis-board"), whole=True
    ),
    "explorer-manhattan": Place(
        "explorer/manhattan", waits=hook("explored"), steps=(waits(hook("explored-board")),)
    ),
    "explorer-sites": Place("explorer/manhattan?by=site", waits=hook("explored")),
    "explorer-tangram": Place(
        "explorer/tangram-city", waits=hook("explored"), steps=(waits(hook("explored-board")),)
    ),
    "me": Place("me", whole=True),
    "nowhere": Place("nowhere"),
    "gathering": Place("table/{}", "gathering", waits=hook("gathering")),
    "curtain": Place("table/{}", "curtain", waits=hook("curtain")),
    "manhattan-choose": Place("table/{}", "manhattan-begin", waits=hook("choose")),
    "manhattan-middle": Place("table/{}", "manhattan-middle", waits="[data-card]"),
    "manhattan-preview": Place(
        "table/{}", "manhattan-middle", (holds_a_card, waits(hook("foresight"))), "[data-card]"
    ),
    "manhattan-hint": Place(
        "table/{}", "manhattan-middle", (chooses("hint"), waits(hook("advice"))), "[data-card]"
    ),
    "manhattan-text": Place("table/{}", "manhattan-middle", (ticks_text_board,), BOARD),
    "manhattan-end": Place("table/{}", "manhattan-end", waits=hook("over")),
    "manhattan-end-board": Place("table/{}", "manhattan-end", (closed_result,), BOARD),
    "manhattan-3d": Place(
        "table/{}",
        "manhattan-middle",
        (chooses("toggle-3d"), waits(f'{hook("skyline")}[data-ready="true"]')),
        "[data-card]",
    ),
    "manhattan-3d-end": Place(
        "table/{}",
        "manhattan-end",
        (closed_result, chooses("toggle-3d"), waits(f'{hook("skyline")}[data-ready="true"]')),
        BOARD,
    ),
    "manhattan-count": Place(
        "table/{}", "manhattan-end", (chooses("last-scoring"), waits(hook("round"))), hook("over")
    ),
    "tangram-side": Place("table/{}", "tangram-begin", waits='[data-test^="side-"]'),
    "tangram-middle": Place("table/{}", "tangram-middle", waits=hook("tile")),
    "tangram-preview": Place("table/{}", "tangram-middle", PIECE, BOARD),
    "tangram-hint": Place(
        "table/{}", "tangram-middle", (chooses("hint"), waits(hook("advice"))), hook("tile")
    ),
    "tangram-text": Place("table/{}", "tangram-middle", (ticks_text_board,), BOARD),
    "tangram-decline": Place("table/{}", "tangram-middle", (chooses("decline"),), hook("tile")),
    "tangram-end": Place("table/{}", "tangram-end", waits=hook("over")),
    "tangram-end-board": Place("table/{}", "tangram-end", (closed_result,), BOARD),
    "tangram-count": Place(
        "table/{}", "tangram-end", (chooses("last-scoring"), waits(hook("round"))), hook("over")
    ),
    "table-help": Place(
        "table/{}", "tangram-middle", (presses("?"), waits(f"{hook('help-dialog')} dd")), BOARD
    ),
    "manhattan-help": Place(
        "table/{}", "manhattan-middle", (presses("?"), waits(f"{hook('help-dialog')} dd")), BOARD
    ),
    "table-menu": Place("table/{}", "tangram-middle", (menu_of_table,), BOARD),
    "table-resign": Place("table/{}", "tangram-middle", (menu_of_table, chooses("resign")), BOARD),
    "table-panels": Place(
        "table/{}", "manhattan-middle", (chooses("panels"),), "[data-card]", phone=True
    ),
    "table-points": Place(
        "table/{}", "manhattan-middle", (points_of_table,), "[data-card]", phone=False
    ),
}


def go_to(page: Page, place: Place, scenery: Scenery) -> None:
    page.goto(place.address.format(scenery.tables.get(place.table, "")))
    expect(page.locator(place.waits).first).to_be_visible()
    for step in place.steps:
        step(page)
    page.wait_for_load_state("networkidle")
