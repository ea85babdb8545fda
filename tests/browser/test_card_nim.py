"""Card Nim, an installed package that brings only its rules, in the service and the browser."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as NotInTime

from baumeister.server.serve import free_port
from tests.browser.places import hook
from tests.browser.problems import Problems
from tests.browser.test_axe import too_small, violations
from tests.plugins.installation import Installation, installed

__all__ = ["installed"]

SIZES = {"phone": (390, 844), "desktop": (1440, 900)}


@pytest.fixture(scope="module")
def url(installed: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`baumeister serve` of the installed wheel."""
    data, port = tmp_path_factory.mktemp("served"), free_port()
    address = f"http://127.0.0.1:{port}"
    with (data / "log").open("wb") as log:
        server = subprocess.Popen(
            [
                *(installed.python, "-m", "baumeister", "serve", "--port", str(port)),
                *("--data", str(data), "--no-bot-pace", "--workers", "1"),
            ],
            env=installed.environment(),
            stderr=log,
        )
    try:
        with httpx.Client(trust_env=False, transport=httpx.HTTPTransport(retries=100)) as client:
            assert client.get(f"{address}/health").status_code == 200
            games = client.get(f"{address}/api/games").json()
            assert [game["id"] for game in games] == ["card-nim", "manhattan", "tangram-city"]
        yield address
    finally:
        server.terminate()
        server.wait(60)


@pytest.fixture(params=["phone", pytest.param("desktop", marks=pytest.mark.slow)])
def page(request: Any, browser: Browser, url: str, problems: Problems) -> Iterator[Page]:
    width, height = SIZES[request.param]
    context = browser.new_context(
        base_url=f"{url}/",
        locale="en",
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        service_workers="block",
    )
    problems.watch(context)
    yield context.new_page()
    context.close()


def test_from_the_start_page_to_the_analysed_replay(page: Page) -> None:
    page.goto("")
    expect(page.locator("[data-game=card-nim]")).to_contain_text("Card Nim")
    page.locator(hook("setup-card-nim")).click()
    expect(page.locator("[data-option=players]")).to_be_visible()
    for quick in page.locator("input[value=greedy]").all():  # searching takes a second a move
        quick.check(force=True)
    page.locator(hook("make-table")).click()
    decided = 0
    while True:
        asked = page.locator(f"[data-action], {hook('over')}")
        asked.first.wait_for()
        if page.locator(hook("over")).count():
            break
        try:
            page.locator("[data-action]", has_text="take 1").click(timeout=2000)
        except NotInTime:
            continue  # the last stone was taken in the meantime
        if not decided:
            assert violations(page) == []
            assert page.viewport_size["width"] > 600 or too_small(page) == []
        page.locator(hook("confirm")).click()
        expect(page.locator(hook("confirm"))).to_have_count(0)
        decided += 1
    assert decided >= 2
    page.locator(hook("analyse")).click()
    expect(page.locator(hook("report"))).to_be_visible()
