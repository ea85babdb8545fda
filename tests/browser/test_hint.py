"""A hint at the table tells the player what to do."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.advised import NAME, come_in, new_table, played
from tests.browser.conftest import PHONE, Newcomer
from tests.browser.places import hook


@pytest.mark.parametrize(
    ("game", "players", "decisions", "language", "told"),
    [
        ("manhattan", 3, 0, "de", r"^Wähle \d \+ \d"),
        ("manhattan", 3, 1, "nl", r"^(Bouw|Neem) .+, \d verdieping(en)?, kaart \d"),
        ("tangram-city", 1, 2, "fr", r"^(Posez|Renoncez) "),
    ],
)
def test_a_hint_says_what_to_do(
    newcomer: Newcomer,
    service: Any,
    game: str,
    players: int,
    decisions: int,
    language: str,
    told: str,
) -> None:
    page = newcomer(PHONE, locale=language)
    come_in(page)
    table = new_table(page, game, players)
    played(page, service, table, decisions)
    page.goto(f"table/{table}")
    page.locator(hook("hint")).click()
    advice = page.locator(hook("advice"))
    expect(advice.locator("p")).to_have_text(re.compile(told, re.IGNORECASE))
    expect(advice).not_to_contain_text(NAME)
    expect(advice.locator("li").first).to_be_visible()
