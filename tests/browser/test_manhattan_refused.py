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
    while hands.at("choose").count() or not page.locator("[data-card]").count():
        builder.next()
    assert builder.awaited() == "confirm"
    builder.pick("[data-card]")
    hands.press(page.locator("[data-site]:not([data-lit])").first)

    toast = page.get_by_role("status").filter(has_text="Rule M")
    clause = toast.get_by_role("link")
    expect(clause).to_have_attribute("href", re.compile(r"/rules/M1\.5$"))
    expect(clause).to_have_attribute("target", "_blank")  # test_opening.py opens a clause
    builder.play(moves=1)  # the game goes on
