"""The plain table: a game without a user interface of its own is set up, played, replayed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, Newcomer
from tests.browser.hands import Mouse
from tests.browser.manhattan import set_up, sit
from tests.browser.places import hook
from tests.browser.test_axe import too_small, violations

GAME = "manhattan"


def without_ui(route: Route) -> None:
    """The catalogue as if the game brought no user interface."""
    answer = route.fetch()
    games: list[dict[str, Any]] = answer.json()
    for game in games:
        game["ui"] = None
    route.fulfill(response=answer, json=games)


def decide(page: Page) -> None:
    """Take the first of every list, or the first action, and confirm it."""
    asked = page.locator(f"{hook('part-0')}, [data-action], {hook('round-on')}, {hook('over')}")
    asked.first.wait_for()
    if page.locator(hook("round-on")).count():
        return page.locator(hook("round-on")).click()
    if page.locator(hook("over")).count():
        return None
    parts = page.locator("[data-test^=part-]")
    for part in parts.all():
        part.select_option(index=1)
    if not parts.count():
        page.locator("[data-action]").first.click()
    expect(page.locator(f"{hook('changes')} li").first).to_be_visible()
    page.locator(hook("confirm")).click()
    expect(page.locator(hook("confirm"))).to_have_count(0)
    return None


@pytest.mark.slow  # Card Nim is played in every run
def test_a_game_from_set_up_to_replay(newcomer: Newcomer) -> None:
    page = newcomer(PHONE)
    page.route("**/api/games*", without_ui)
    set_up(Mouse(page))
    expect(page.locator(hook("decide"))).to_be_visible()
    assert violations(page) == []
    assert too_small(page) == []
    while not page.locator(hook("over")).count():
        decide(page)
    page.locator(hook("analyse")).click()
    expect(page.locator(hook("report"))).to_be_visible()
    page.keyboard.press("Home")  # it opens at the end
    page.locator(hook("forward")).click()
    expect(page.locator("[data-line] [aria-current=step]")).to_contain_text("Chance: deal")
    assert violations(page) == []


@pytest.mark.slow  # actions.test.ts searches, test_card_nim.py plays in every run
def test_actions_can_be_searched(page: Page) -> None:
    page.route("**/api/games*", without_ui)
    sit(Mouse(page), blocks=2)
    decide(page)
    actions = page.locator("[data-action]")
    expect(actions.first).to_be_visible()
    page.locator(hook("action-search")).fill("orange build")
    for text in actions.all_inner_texts():
        assert re.match(r"build \d .* orange", text)
    page.locator(hook("action-search")).press("Enter")
    expect(page.locator(hook("confirm"))).to_be_visible()
    page.locator(hook("action-search")).fill("no such action")
    expect(actions).to_have_count(0)
