"""Positions set up by hand, with mouse, touch and keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Newcomer
from tests.browser.hands import WAYS
from tests.browser.places import hook

SAID = {
    "en": "B5: blue cannot lie on top of orange with fewer floors.",
    "de": "B5: Blau kann mit weniger Stockwerken nicht über Orange liegen.",
}
FOUR = {"en": re.compile("4 floors, orange"), "de": re.compile("4 Stockwerke, ")}
EMPTY = {"en": "B5: empty", "de": "B5: leer"}
BOARD = hook("analysis-board")


@pytest.mark.parametrize(
    ("way", "language"),
    [
        ("mouse", "en"),
        pytest.param("touch", "de", marks=pytest.mark.slow),
        pytest.param("keyboard", "en", marks=pytest.mark.slow),
    ],
)
def test_blocks_are_put_on_sites(way: str, language: str, newcomer: Newcomer) -> None:
    page = newcomer(WAYS[way].device, locale=language)
    hands = WAYS[way](page)
    page.goto("analysis?setup=manhattan")
    site = page.locator('[data-site="B5"]')
    check, ready = hands.at("draft-check"), hands.at("open-draft")
    hands.press(hands.at("floors-4"))
    hands.press(site)
    hands.press(hands.at("colour-blue"))
    hands.press(hands.at("floors-1"))
    hands.press(site)
    expect(check).to_contain_text(SAID[language])
    expect(ready).to_be_disabled()
    hands.press(hands.at("undo-draft"))
    expect(ready).to_be_enabled()

    # A hand with a card too few, and then with another card.
    second = page.locator(hook("setup-1"))
    cards = second.locator(hook("drop-card"))
    hands.press(cards.first)
    expect(cards).to_have_count(3)
    expect(ready).to_be_disabled()
    hands.press(second.locator(hook("add-card-9")))
    expect(cards.last).to_have_text("9")
    expect(ready).to_be_enabled()

    hands.press(ready)
    expect(page.locator(f'{BOARD} [data-site="B5"]')).to_have_accessible_name(FOUR[language])
    expect(hands.at("who")).to_contain_text("2")  # the second player, as one block is built

    # From here it can be changed again.
    hands.press(hands.at("edit-position"))
    hands.press(hands.at("remove"))
    hands.press(site)
    expect(site).to_have_accessible_name(EMPTY[language])
    expect(ready).to_be_enabled()  # its block was forfeited
    hands.press(hands.at("clear-draft"))
    expect(ready).to_be_enabled()


def test_tiles_are_laid_on_boards(page: Page) -> None:
    page.goto("analysis?setup=tangram-city")
    check, ready = page.locator(hook("draft-check")), page.locator(hook("open-draft"))
    field = page.locator('[data-field="e6"]')
    page.locator(hook("piece-07")).click()
    page.keyboard.press("r")
    field.click()
    expect(field).to_have_attribute("aria-label", "e6: buildings")
    expect(check).to_contain_text("valid position")  # a card later than before
    field.click()
    expect(page.get_by_text("Something lies there already.")).to_be_visible()
    page.locator(hook("piece-fountain")).click()
    page.locator('[data-field="a1"]').click()
    expect(check).to_contain_text("valid position")  # a round later
    for tile in ("01", "02"):
        page.locator(hook(f"state-{tile}")).click()
    expect(check).to_contain_text("must be 4 cards on the table")
    page.locator(hook("undo-draft")).click()
    page.locator(hook("undo-draft")).click()
    expect(ready).to_be_enabled()
    ready.click()
    expect(page.locator(BOARD)).to_be_visible()
