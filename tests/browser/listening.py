"""Records everything sent to a page, and finds cards in it that its seat may not know."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from playwright.sync_api import Page, Response, WebSocket

from baumeister.server.live.tables import LiveTable

Hand = tuple[int, ...]

COUNTED = {"supplies", "scores", "standing", "items", "counts", "played", "unseen"}
"""Public fields of four or more numbers that may look like a hand by coincidence."""
SUPPLY = re.compile(r"supply, blocks of [\d, ]+: [\d ]+")
"""The same on a page."""

WRITTEN = """() => [...document.querySelectorAll('*')].flatMap((element) => [
  ...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.data),
  ...[...element.attributes].filter(({name}) => /^(aria-|data-|title|alt|value)/.test(name))
    .map(({name, value}) => `${name}=${value}`),
]).join('\\n')"""


class Ear:
    """Records the WebSocket frames and HTTP responses of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._frames: list[str] = []
        self._answers: list[Response] = []
        page.on("websocket", self._listen)
        page.on("response", self._answer)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._frames.append(str(frame)))

    def _answer(self, response: Response) -> None:
        self._answers.append(response)  # its body can be read only later

    def told(self) -> list[str]:
        """Everything recorded, as JSON texts.

        Without the catalogue of games, which everybody gets: its years look like cards.
        """
        answers = [each for each in self._answers if each.ok and _is_told(each.url)]
        return self._frames + [each.text() for each in answers]

    def forget(self) -> None:
        self._frames.clear()
        self._answers.clear()


def written(page: Page) -> list[str]:
    """The texts of a page: visible, for screen readers, and in attributes."""
    return [page.evaluate(WRITTEN), page.locator("body").aria_snapshot()]


class Secrets:
    """What a seat may not know of a table, collected during the game."""

    def __init__(self, live: LiveTable, seat: int) -> None:
        self.live = live
        self.seat = seat
        self._others: set[Hand] = set()
        self._own: set[Hand] = set()

    @property
    def own(self) -> Hand:
        return tuple(sorted(self.live.table.match.state.hands[self.seat]))

    def note(self) -> None:
        """Record the present hands."""
        for seat, hand in enumerate(self.live.table.match.state.hands):
            (self._own if seat == self.seat else self._others).add(tuple(sorted(hand)))

    def hands(self) -> set[Hand]:
        """Hands of others, except hands of small cards only, which look like blocks."""
        return {hand for hand in self._others - self._own if hand and max(hand) > 4}

    def lines(self) -> set[str]:
        """Log lines of cards dealt to others."""
        dealt = re.compile(rf"(deal|draw) (?!{self.seat}\b)")
        actions = (action for _, action, _ in self.live.table.story.game_lines())
        return {f"* {action}" for action in actions if dealt.match(action)}

    def found_in(self, told: Iterable[str]) -> list[str]:
        """The secrets found in messages."""
        hands, lines = self.hands(), self.lines()
        return [
            str(value)
            for text in told
            for value in _values(json.loads(text))
            if value in lines or any(hand in hands for hand in _hands(value))
        ]

    def found_on(self, page: Page) -> list[str]:
        """Other players' hands found in a page."""
        hands = self.hands()
        texts = (SUPPLY.sub("", text) for text in written(page))
        return [str(hand) for text in texts for hand in _hands(text) if hand in hands]


def _is_told(url: str) -> bool:
    return "/api/" in url and "/api/games" not in url


def _values(node: Any) -> Iterator[Any]:
    """Every text and every list of plain values, at any depth."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key not in COUNTED:
                yield from _values(value)
    elif isinstance(node, list):
        yield tuple(each for each in node if isinstance(each, int))
        for value in node:
            yield from _values(value)
    elif isinstance(node, str):
        yield node


def _hands(value: Any) -> Iterator[Hand]:
    """Everything that could be read as cards: 2559, 2 5 5 9, [9, 5, 2, 5]; no digits of a hash."""
    if isinstance(value, tuple):
        yield tuple(sorted(value))
    else:
        for run in re.findall(r"(?<![\w-])\d(?:[ ,]*\d)+(?![\w-])", value):
            yield tuple(sorted(int(digit) for digit in re.findall(r"\d", run)))
