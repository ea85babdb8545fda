"""Plays Manhattan through the page, choosing at random among what it offers."""

from __future__ import annotations

import random

from playwright.sync_api import Locator, expect

from tests.browser.advised import come_in
from tests.browser.hands import Hands

ASKING = ("skip", "round-on", "over", "lift", "confirm")
ASKED = ", ".join(f'[data-test="{test}"]' for test in ASKING)

MISSING = """() => {
  const has = (selector) => document.querySelector(selector) !== null;
  if (has('[data-test="confirm"][aria-disabled="false"]')) return '';
  if (has('[data-test="choose"]')) return '[data-size][aria-disabled="false"]';
  for (const part of ['[data-card]', '[data-block]'])
    if (!has(`${part}[aria-pressed="true"]`)) return `${part}[aria-disabled="false"]:not(.out)`;
  return '[data-lit]';
}"""
"""What to choose next, as a selector; empty once the decision can be submitted. One question to the
page instead of four: each costs some milliseconds in four processes."""


MOMENT = """() => [...document.querySelectorAll('.play dl, [data-test="status"] strong')]
  .map((each) => each.innerText).join(' | ')"""


def set_up(
    hands: Hands,
    players: int = 2,
    rounds: int = 1,
    blocks: int = 1,
    seats: str = "me bot bot bot",
    name: str = "Ada",
) -> None:
    """From the start page through the set-up page to a table; `seats` in their order."""
    page = hands.page
    page.goto("")
    hands.write(hands.at("name"), name)
    hands.press(hands.at("setup-manhattan"))
    hands.press(page.locator(f'[data-option="players"] input[value="{players}"]'))
    for seat, kind in enumerate(seats.split()[:players]):
        hands.press(page.locator(f'[data-seat="{seat}"] input[value="{kind}"]'))
    hands.press(hands.at("fold-edition").locator("summary"))
    hands.write(page.locator('[data-option="rounds"] input'), str(rounds))
    hands.write(page.locator('[data-option="blocks"] input'), str(blocks))
    hands.press(hands.at("make-table"))


def sit(
    hands: Hands,
    players: int = 2,
    rounds: int = 1,
    blocks: int = 1,
    seats: str = "me bot bot bot",
    names: tuple[str, ...] = ("Ada", "Grace"),
) -> str:
    """The same through the protocol, for tests of something else; returns the invitation link."""
    page = hands.page
    come_in(page, names[0])
    asked = {"game": "manhattan", "bot_pace": False}
    options = {"players": players, "rounds": rounds, "blocks": blocks}
    kinds = seats.split()[:players]
    given = [_seat(kind, name) for kind, name in zip(kinds, (*names, "", ""), strict=False)]
    answer = page.request.post("api/tables", data={**asked, "options": options, "seats": given})
    assert answer.ok, answer.text()
    made = answer.json()
    page.goto(f"table/{made['table']}")
    return f"{page.url.partition('#')[0]}#{made['invite']}"


def _seat(kind: str, name: str) -> dict[str, str]:
    more = {"me": {"name": name}, "bot": {"bot": "greedy"}}
    return {"kind": kind, **more.get(kind, {})}


def play_together(*builders: Builder) -> None:
    """Play with several people on their own pages until the game is over for all."""
    while any(builder.asked() != "over" for builder in builders):
        for builder in builders:
            if builder.asked() not in (None, "over"):
                builder.next()
        builders[0].page.wait_for_timeout(40)


class Builder:
    """A player at a table, at any point of the game."""

    def __init__(self, hands: Hands, seed: int = 0) -> None:
        self.hands = hands
        self.page = hands.page
        self.rng = random.Random(seed)
        self.moves = 0
        for dialog in ("skip", "round-on"):
            hands.whenever(hands.at(dialog))

    @property
    def table(self) -> str:
        return self.page.url.split("/table/")[1].split("#")[0]

    def play(self, moves: int = 10**6) -> None:
        """Play until the game is over, or until this many decisions are made."""
        last = self.moves + moves
        while self.moves < last and self.next() != "over":
            pass

    def next(self) -> str:
        """Wait for something to do, do it, and return what it was."""
        what = self.awaited()
        if what in ("skip", "round-on"):
            self.hands.close(self.hands.at(what))
        elif what == "lift":
            self.hands.press(self.hands.at(what))
        elif what == "confirm":
            self.decide()
        return what

    def awaited(self) -> str:
        self.page.locator(ASKED).first.wait_for()
        return self.asked() or self.awaited()

    def asked(self) -> str | None:
        """What the page asks for now; dialogs come first."""
        found = self.page.locator(ASKED).evaluate_all("all => all.map((e) => e.dataset.test)")
        return next((test for test in ASKING if test in found), None)

    def decide(self) -> None:
        """Make and submit one decision."""
        before = self.moment()
        self.prepare()
        self.hands.press(self.hands.at("confirm"))
        self.moves += 1
        self.wait_after(before)

    def prepare(self) -> None:
        """Choose missing parts until the page can submit the decision."""
        while missing := self.page.evaluate(MISSING):
            self.pick(missing)

    def pick(self, selector: str) -> None:
        """A random enabled element; None if the page has changed in the meantime."""
        found = self.page.locator(selector)
        if number := found.count():
            self.hands.press(found.nth(self.rng.randrange(number)))

    def moment(self) -> str:
        """Round, turns left and player: distinct for every decision."""
        return str(self.page.evaluate(MOMENT))

    def wait_after(self, before: str) -> None:
        self.page.wait_for_function(f"before => ({MOMENT})() !== before", arg=before, polling=50)

    def hand(self) -> list[int]:
        cards = self.page.locator("[data-card]")
        return [
            int(str(card)) for card in cards.evaluate_all("all => all.map((e) => e.dataset.card)")
        ]

    def result(self) -> dict[str, int]:
        """Names and points, best first, as the page shows them."""
        rows = self.hands.at("over").locator(".ranks li")
        expect(rows.first).to_be_visible()
        return dict(_row(row) for row in rows.all())


def _row(row: Locator) -> tuple[str, int]:
    name, points = row.locator(".name"), row.locator("strong")
    return name.inner_text(), int(points.inner_text().split()[0])
