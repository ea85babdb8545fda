"""An answer that comes after its page was left changes nothing and causes no problem."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.places import chooses, hook, presses
from tests.browser.test_learn import steps
from tests.browser.test_replay import random_record
from tests.waiting import until

PLACE = next(i for i, step in enumerate(steps("tangram-city"), 1) if step["id"] == "place")
SAID = "[aria-live].visually-hidden"
SETTLED = "fetch(document.baseURI).then(() => new Promise((done) => setTimeout(done)))"


class Held:
    """The first request for an address, not answered until it is released."""

    def __init__(self, page: Page, address: str) -> None:
        self._page = page
        self._route: Route | None = None
        page.route(address, self._asked)

    def _asked(self, route: Route) -> None:
        if self._route:
            route.continue_()
        else:
            self._route = route

    def wait(self) -> None:
        """Wait until it has been made."""

        def made() -> bool:
            self._page.wait_for_timeout(10)  # events arrive meanwhile
            return self._route is not None

        until(made)

    def release(self) -> None:
        """Let it be answered, and wait until the page has dealt with that."""
        assert self._route
        asked = self._route.request
        with self._page.expect_event("requestfinished", lambda each: each == asked):
            self._route.continue_()
        if asked.resource_type == "script":
            self._page.evaluate("url => import(url).then(() => {})", asked.url)
        self._page.evaluate(SETTLED)


def tries(page: Page) -> None:
    """Ask where the piece of a lesson may be placed."""
    page.locator(hook("show-me")).click()
    expect(page.locator(hook("take-hint"))).to_be_visible()


def opens_study(page: Page, record: Path) -> None:
    page.locator(hook("study-file")).set_input_files(record)
    expect(page.locator(hook("analysis-board"))).to_be_visible()


def opens_replay(page: Page, record: Path) -> None:
    page.locator(hook("upload")).set_input_files(record)
    expect(page.locator(hook("result"))).to_be_visible()


def goes_to(address: str) -> Callable[[Page], Any]:
    return lambda page: page.goto(address, wait_until="commit")  # loaded only with what is held


Way = tuple[str, Callable[[Page, Path], None], str, Callable[[Page], Any]]
"""An address, what is opened there, the request that is held, and what makes it."""

WAYS: dict[str, Way] = {
    "lesson": (
        *(f"learn/tangram-city/{PLACE}", lambda page, _: tries(page)),
        *("**/api/practice", chooses("take-hint")),
    ),
    "skyline": (
        *("learn/manhattan/2", lambda *_: None),
        *("**/assets/stage-*.js", chooses("toggle-3d")),
    ),
    "set-up": ("", lambda *_: None, "**/assets/setup-*.js", goes_to("new/tangram-city")),
    "rules": ("", lambda *_: None, "**/assets/Figure-*.js", goes_to("rules/manhattan")),
    "study": ("analysis", opens_study, "**/api/position", presses("ArrowRight")),
    "picture": ("replay", opens_replay, "**/assets/poster-*.js", chooses("share-picture")),
}


@pytest.mark.parametrize("way", WAYS)
def test_an_answer_for_a_page_that_was_left(page: Page, tmp_path: Path, way: str) -> None:
    address, opens, wanted, asks = WAYS[way]
    page.goto(address)
    opens(page, random_record(tmp_path, "manhattan", players=2, rounds=1, blocks=1))
    held = Held(page, wanted)
    asks(page)
    held.wait()
    said = page.locator(SAID).inner_text()
    page.locator("header .logo").click()
    expect(page.locator(hook("play-manhattan"))).to_be_visible()
    with page.expect_download() if way == "picture" else nullcontext():
        held.release()  # a picture is still saved
    assert page.locator(SAID).inner_text() == said


def test_a_preview_that_comes_after_the_lesson(page: Page) -> None:
    """The next lesson is already open."""
    page.goto(f"learn/tangram-city/{PLACE}")
    tries(page)
    held = Held(page, "**/api/practice")
    page.locator(hook("take-hint")).click()
    held.wait()
    page.locator(hook("confirm")).click()
    page.locator(f"{hook('next')}.main").click()
    expect(page).to_have_url(re.compile(rf"/learn/tangram-city/{PLACE + 1}$"))
    held.release()
