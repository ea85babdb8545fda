"""The explorer: openings move by move with a board, and tables of what was played."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, Newcomer
from tests.browser.places import hook
from tests.browser.scenery import Scenery
from tests.browser.test_axe import violations


def test_follow_an_opening(newcomer: Newcomer, scenery: Scenery) -> None:
    page = newcomer(DESKTOP, storage_state=scenery.state)
    page.goto("explorer/manhattan")
    table = page.locator(hook("explored"))
    expect(page.locator(hook("explored-board")).locator("svg").first).to_be_visible()
    for step in range(1, 4):
        link = table.locator("tbody th a").first
        words = link.inner_text()
        link.click()
        line = page.get_by_role("navigation", name="The opening so far")
        expect(line.locator("li")).to_have_count(step + 1)
        expect(line.locator('[aria-current="step"]')).to_have_text(words)
    assert page.url.count("after=") == 3
    page.go_back()
    expect(page.locator('[aria-label="The opening so far"] li')).to_have_count(3)
    page.get_by_role("link", name="Back to: Start").click()
    expect(page).to_have_url(re.compile(r"explorer/manhattan$"))
    page.get_by_role("link", name="Replay this game").click()
    expect(page.locator(hook("forward"))).to_be_visible()


def test_count_what_was_played(newcomer: Newcomer, scenery: Scenery) -> None:
    page = newcomer(DESKTOP, storage_state=scenery.state)
    page.goto("explorer/tangram-city")
    expect(page.get_by_role("link", name="Study", exact=True)).to_have_attribute(
        "aria-current", "true"
    )
    expect(page.locator(f"{hook('explored')} td.by").first).to_contain_text(" × ")
    rows = page.locator(f"{hook('explored')} tbody tr")
    expect(page.locator(hook("explored-board"))).to_be_visible()
    page.locator(hook("explore-by")).select_option("declined")
    expect(rows.locator("th").first).to_have_text(re.compile("^Tile "))
    page.locator(hook("explore-by")).select_option("side")
    expect(rows.locator("th").first).to_have_text(re.compile("^Board ., side ."))
    everybody = counted(page)
    page.locator(hook("explore-kind")).select_option("bot")
    expect(page.locator(hook("explored-count"))).not_to_have_text(everybody)
    assert "kind=bot" in page.url
    assert violations(page) == []


def counted(page: Page) -> str:
    return page.locator(hook("explored-count")).inner_text()


def test_a_newcomer_sees_no_private_games(newcomer: Newcomer, scenery: Scenery) -> None:
    """The games of the scenery are not public."""
    assert scenery.tables
    page = newcomer()
    page.goto("explorer/manhattan")
    expect(page.locator(hook("explored-none"))).to_be_visible()
    page.locator("main").get_by_role("link", name="Play a game").click()
    expect(page.locator(hook("play-manhattan"))).to_be_visible()
