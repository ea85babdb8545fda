"""Transfer sizes: compressed, as the service sends them, including fonts."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.conftest import Newcomer
from tests.browser.places import hook
from tests.server.running import Running

FIRST = 120_000
TABLE = 190_000
THREE = 100_000
"""Only three.js is this large; test_manhattan_layout.py opens the skyline, which fetches it."""


@dataclass
class Line:
    """Records what a page fetches, with transfer sizes."""

    page: Page
    host: str
    sizes: dict[str, int] = field(default_factory=dict)
    elsewhere: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("response", self._came)
        self.page.on("websocket", lambda socket: self._asked(socket.url))

    def _asked(self, url: str) -> None:
        if self.host not in url and not url.startswith(("data:", "blob:")):
            self.elsewhere.append(url)

    def _came(self, response: Response) -> None:
        self._asked(response.url)
        sizes = response.request.sizes()
        total = sizes["responseBodySize"] + sizes["responseHeadersSize"]
        if response.url.endswith("/api/tables"):  # asked for every few seconds: counts once
            self.sizes.setdefault(response.url, total)
        else:
            self.sizes[response.url] = self.sizes.get(response.url, 0) + total

    def total(self) -> int:
        self.page.wait_for_load_state("networkidle")
        return sum(self.sizes.values())


@pytest.fixture
def page(newcomer: Newcomer) -> Page:
    """A page with an empty cache."""
    return newcomer(fresh=True)


@pytest.fixture
def line(page: Page, service: Running) -> Line:
    return Line(page, service.url.removeprefix("http://"))


@pytest.mark.parametrize("game", ["manhattan", "tangram-city"])
def test_the_first_page_and_a_table(page: Page, line: Line, game: str) -> None:
    """From an empty cache to the first move, without the skyline."""
    page.goto("")
    expect(page.locator(hook("play-manhattan"))).to_be_visible()
    assert 20_000 < line.total() <= FIRST, line.sizes
    page.locator(hook(f"play-{game}")).click()
    expect(page.locator(f"{hook('choose')}, [data-test^=side-]").first).to_be_visible()
    assert line.total() <= TABLE, line.sizes
    assert max(line.sizes.values()) < THREE, line.sizes
    assert line.elsewhere == []
