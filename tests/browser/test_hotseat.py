"""Players sharing a screen: no hand is visible before its player lifts the curtain (M7)."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Newcomer
from tests.browser.hands import WAYS
from tests.browser.manhattan import Builder

SAMPLE = ["mouse", *(pytest.param(way, marks=pytest.mark.slow) for way in ("touch", "keyboard"))]
ENOUGH = 3
"""Lifted curtains. Whole games are played in test_manhattan.py."""


def cards_told(page: Page) -> list[str]:
    """Everything that reveals single cards: in texts, attributes and for screen readers."""
    told = (
        page.locator("body").inner_text(),
        page.content(),
        page.locator("body").aria_snapshot(),
        page.title(),
    )
    return [found for text in told for found in re.findall(r"(?i)\bcard \d|data-card", text)]


@pytest.mark.parametrize("way", SAMPLE)
def test_from_the_start_page_to_a_game_behind_the_curtain(newcomer: Newcomer, way: str) -> None:
    hands = WAYS[way](newcomer(WAYS[way].device))
    hands.page.goto("")
    hands.press(hands.at("screen-manhattan"))
    hands.write(hands.at("person-0"), "Ada")
    hands.write(hands.at("person-1"), "Grace")
    hands.press(hands.at("make-table"))
    builder = Builder(hands)
    assert builder.awaited() == "lift"
    lifted = []
    while len(lifted) < ENOUGH:
        if builder.awaited() == "lift":
            assert cards_told(hands.page) == []
            lifted.append(hands.page.locator("#curtain-title").inner_text())
            builder.next()
            builder.page.locator("[data-card]").first.wait_for()
            assert cards_told(hands.page), "the check finds shown cards"
        else:
            builder.next()
    assert all(one != other for one, other in pairwise(lifted))
