"""Plays Tangram City through the page: tiles are dragged, tapped or moved by keys to legal
places."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Locator, expect

from tests.browser.advised import come_in, new_table
from tests.browser.hands import Hands, Keyboard, Touch

ASKING = {
    "round-on": '[data-test="round-on"]',
    "over": '[data-test="over"]',
    "side": '[data-test^="side-"]',
    "piece": '[data-test="tile"]',
}


MOMENT = """() => [...document.querySelectorAll('.play ol')]
  .map((each) => each.textContent).join(' | ')"""


def set_up(hands: Hands, players: int, name: str = "Ada") -> None:
    """From the start page through the set-up page to a table with bots."""
    page = hands.page
    page.goto("")
    hands.write(hands.at("name"), name)
    hands.press(hands.at("setup-tangram-city"))
    hands.press(page.locator(f'[data-option="players"] input[value="{players}"]'))
    for seat in range(1, players):
        hands.press(page.locator(f'[data-seat="{seat}"] input[value="bot"]'))
    hands.press(hands.at("make-table"))


def sit(hands: Hands) -> None:
    """At a solo game made through the protocol, for tests of playing."""
    come_in(hands.page)
    hands.page.goto(f"table/{new_table(hands.page, 'tangram-city', 1)}")


class Planner:
    """A player at a table, at any point of the game."""

    def __init__(self, hands: Hands, seed: int = 0) -> None:
        self.hands = hands
        self.page = hands.page
        self.rng = random.Random(seed)
        self.placed = self.declined = 0

    @property
    def table(self) -> str:
        return self.page.url.split("/table/")[1].split("#")[0]

    def play(self, decisions: int = 10**6) -> None:
        """Play until the game is over, or until this many pieces are placed or declined."""
        last = self.placed + self.declined + decisions
        while self.placed + self.declined < last and self.next() != "over":
            pass

    def next(self) -> str:
        """Wait for something to do, do it, and return what it was."""
        what = self.awaited()
        if what == "round-on":
            self.hands.press(self.hands.at(what))
            expect(self.hands.at(what)).to_have_count(0)
        elif what == "side":
            self.hands.press(self.page.locator(ASKING[what]).first)
            expect(self.page.locator(ASKING[what])).to_have_count(0)
        elif what == "piece":
            self.decide()
        return what

    def awaited(self) -> str:
        self.page.locator(", ".join(ASKING.values())).first.wait_for()
        seen = (what for what, where in ASKING.items() if self.page.locator(where).count())
        return next(seen, None) or self.awaited()

    def decide(self) -> None:
        before = self.moment()
        if self.page.locator("[data-ghost]").count():
            self.place()
            self.placed += 1
        else:
            self.hands.press(self.hands.at("decline"))
            self.declined += 1
        self.page.wait_for_function(f"before => ({MOMENT})() !== before", arg=before, polling=50)
        if _round(before) != _round(self.moment()):
            self.hands.at("round-on").wait_for()  # it may open a little later

    def place(self) -> None:
        """Move the piece to a place with the available input device, and confirm."""
        ghosts = self.page.locator("[data-ghost]")
        some = ghosts.nth(self.rng.randrange(ghosts.count()))
        if isinstance(self.hands, Keyboard):
            self.lead(self.hands)
        elif isinstance(self.hands, Touch):
            self.tap(some)
        else:
            self.drag(some)
        held = self.hands.at("held")
        expect(held).to_be_visible()
        expect(self.hands.at("confirm")).to_have_attribute("aria-disabled", "false")
        if isinstance(self.hands, Keyboard):
            self.page.keyboard.press("Enter")
        else:
            self.hands.press(self.hands.at("confirm"))

    def lead(self, hands: Keyboard) -> None:
        """Jump between places, rotating and flipping the piece."""
        hands.reach(self.hands.at("city"))
        self.page.keyboard.press(self.rng.choice(["Space", "r", "f"]))
        for _ in range(self.rng.randint(1, 3)):
            self.page.keyboard.press("Space")
        if not self.hands.at("held").count():  # it does not fit in this orientation
            fits = self.page.locator("[data-way]:not(:has(.none))").first
            hands.press(fits)
            hands.reach(self.hands.at("city"))
            self.page.keyboard.press("Space")

    def tap(self, ghost: Locator) -> None:
        x, y = _middle(ghost)
        self.page.touchscreen.tap(x, y)

    def drag(self, ghost: Locator) -> None:
        """Drag in small steps and drop."""
        mouse = self.page.mouse
        x, y = _middle(self.hands.at("tile"))
        mouse.move(x, y)
        mouse.down()
        mouse.move(x - 20, y + 10)
        x, y = _middle(ghost)
        mouse.move(x, y, steps=4)
        mouse.up()

    def moment(self) -> str:
        """The state of the cards: distinct for every decision."""
        return str(self.page.evaluate(MOMENT))

    def result(self) -> dict[str, int]:
        """Names and points, best first, as the page shows them."""
        rows = self.hands.at("over").locator(".ranks li")
        expect(rows.first).to_be_visible()
        return dict(_row(row) for row in rows.all())


def _middle(target: Locator) -> tuple[float, float]:
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _round(moment: str) -> str:
    found = re.search(r"\d/6", moment)
    return found[0] if found else ""


def _row(row: Locator) -> tuple[str, int]:
    name, points = row.locator(".name"), row.locator("strong")
    return name.inner_text(), int(points.inner_text().split()[0])
