"""A service and a browser for tests that use the page.

Package-scoped: Playwright keeps an event loop running in the test thread, which the tests of other
folders must not inherit.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from baumeister.server.settings import BUILT
from tests.browser.chromium import launched
from tests.browser.problems import Problems
from tests.browser.scenery import Scenery
from tests.browser.visitors import Visitors
from tests.debian import AbsentError, shared_folder, skip
from tests.server.running import Running, running, settings

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "is_mobile": True,
    "has_touch": True,
}
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
PATIENCE = 30_000
"""Milliseconds. Generous, because busy machines are slow; it costs nothing when tests pass."""

OPERATOR = "the token of the operator"

Newcomer = Callable[..., Page]

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service whose bots move without delay."""
    if not (BUILT / "index.html").exists():
        pytest.fail("the browser client is not built: tools/build-client")
    data = tmp_path_factory.mktemp("browser")
    given = settings(data, analysis_seconds=0.005, operator_token=OPERATOR)
    with running(given) as found:
        yield found


@pytest.fixture(scope="package")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        try:
            found = launched(playwright, shared_folder(tmp_path_factory))
        except (AbsentError, OSError, subprocess.TimeoutExpired) as reason:
            skip("THE PAGE IN A BROWSER", reason)
        yield found
        found.close()


@pytest.fixture(scope="package")
def scenery(browser: Browser, service: Running) -> Scenery:
    """Shared tables, to look at only: tests that play create their own."""
    return Scenery.made(browser, service)


@pytest.fixture
def problems() -> Iterator[Problems]:
    """Collects problems of the page; unexpected ones fail the test."""
    found = Problems()
    yield found
    assert found.found == []


@pytest.fixture(scope="package")
def visitors(browser: Browser) -> Iterator[Visitors]:
    found = Visitors(browser, PATIENCE)
    yield found
    found.close()


@pytest.fixture
def newcomer(visitors: Visitors, service: Running, problems: Problems) -> Iterator[Newcomer]:
    """Opens a page in a browser that knows nothing: `newcomer()`, `newcomer(PHONE, locale="de")`.

    Nothing moves unless a test asks for it with `MOVING`: animations cost the tests time.
    The files of the page may be in the browser's cache, unless it is `fresh`.
    """
    present = []

    def newcomer(device: dict[str, Any] = DESKTOP, fresh: bool = False, **options: Any) -> Page:
        usual = {"base_url": f"{service.url}/", "locale": "en", "reduced_motion": "reduce"}
        usual["service_workers"] = "block"  # it would fetch all files, for every test anew
        found = visitors.come({**usual, **device, **options}, problems, fresh)
        present.append(found)
        return found.page

    yield newcomer
    for each in present:
        visitors.leave(each)


@pytest.fixture
def page(newcomer: Newcomer) -> Page:
    """A page on a desktop."""
    return newcomer()


@pytest.fixture
def phone(newcomer: Newcomer) -> Page:
    """A page on a phone: 360 pixels wide, with touch."""
    return newcomer(PHONE)
