"""Opponents are chosen by portrait with mouse, touch or keyboard, and remembered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Newcomer
from tests.browser.hands import WAYS
from tests.browser.places import hook


def level(page: Page, number: int) -> str:
    return f"{hook('against-manhattan')} [data-level='{number}'] input"


@pytest.mark.parametrize(
    "way",
    ["mouse", *(pytest.param(each, marks=pytest.mark.slow) for each in ("touch", "keyboard"))],
)
def test_a_bot_chosen_on_the_start_page_plays_at_the_table(newcomer: Newcomer, way: str) -> None:
    hands = WAYS[way](newcomer(WAYS[way].device))
    page = hands.page
    page.goto("")
    expect(page.locator(level(page, 2))).to_be_checked()  # for newcomers
    hands.press(page.locator(level(page, 4)))
    expect(page.locator(hook("against-manhattan"))).to_contain_text("Engineer Emre")
    hands.press(hands.at("play-manhattan"))
    players = page.locator(hook("strip" if hands.page.viewport_size["width"] < 600 else "players"))
    for name in ("Emre", "Frieda", "Mara"):  # different, and near the chosen level
        expect(players).to_contain_text(name)
    page.goto("")
    expect(page.locator(level(page, 4))).to_be_checked()
    if way == "mouse":  # seats.test.ts has the seats of the set-up page in every run
        return
    page.goto("new/manhattan")
    last = page.locator('[data-seat="1"]')
    expect(last.locator('[data-level="4"] input')).to_be_checked()
    hands.press(last.locator('[data-level="1"] input'))
    hands.press(hands.at("make-table"))
    page.wait_for_url("**/table/*")
    page.goto("")  # the seats of another set-up are not the opponents of "Play now"
    expect(page.locator(level(page, 4))).to_be_checked()
