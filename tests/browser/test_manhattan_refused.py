"""An illegal attempt is refused with a link to the clause."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.hands import WAYS
from tests.browser.manhattan import Builder, sit

SAMPLE = ["mouse", *(pytest.param(way, marks=pytest.mark.slow) for way in ("touch", "keyboard"))]


@pytest.mark.parametrize("way", SAMPLE)
def test_a_site_that_the_card_does_not_mark(newcomer: Newcomer, way: str) -> None:
    """M1.5"""
    hands = WAYS[way](newcomer(WAYS[way].device))
    page = hands.page
    sit(hands)
    builder = Builder(hands)
    builder.awaited()
    while hands.at("choose").count():
        builder.next()
    assert builder.awaited() == "confirm"
    cards = [card.get_attribute("data-card") for card in page.locator("[data-card]").all()]
    other = next(site for site in "123456789" if site not in cards)
    toasts = page.locator(".toast.error")
    hands.press(page.locator(f'[data-site="A{other}"]'))
    expect(toasts).to_contain_text(f"None of your cards marks A{other}.")
    builder.pick("[data-card]")
    hands.press(page.locator("[data-site]:not([data-lit])").first)

    toast = page.get_by_role("status").filter(has_text="Rule M")
    clause = toast.get_by_role("link")
    expect(clause).to_have_attribute("href", re.compile(r"/rules/M1\.5$"))
    expect(clause).to_have_attribute("target", "_blank")  # test_opening.py opens a clause
    expect(toasts).to_have_count(1)  # it replaces the one before
    builder.play(moves=1)  # the game goes on
    assert toasts.count() == 0  # what was refused is past
