"""A hint at the table tells the player what to do."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.advised import NAME, come_in, new_table, played, seat_by_invitation
from tests.browser.conftest import PHONE, Newcomer
from tests.browser.places import hook

COMMA_ALONE = """() => {
    const deed = document.querySelector('[data-test="advice"] strong');
    const range = document.createRange();
    const rest = deed.nextSibling;
    if (rest.nodeType !== Node.TEXT_NODE || !rest.data.trim().startsWith(',')) return false;
    deed.closest('p').style.width = `${deed.getBoundingClientRect().width + 1}px`;
    const at = rest.data.indexOf(',');
    range.setStart(rest, at);
    range.setEnd(rest, at + 1);
    const lines = [...deed.getClientRects()];
    return range.getBoundingClientRect().top >= lines.at(-1).bottom - 2;
}"""
"""Whether the comma after the action begins a line, where the line is as long as the action."""

CUT = """button => [button.parentElement, ...button.parentElement.children]
    .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.innerText)"""
"""The words of buttons in this row, or of the whole row, that are wider than their place."""


@pytest.mark.parametrize(
    ("game", "players", "decisions", "language", "told"),
    [
        ("manhattan", 3, 0, "de", r"^Wähle \d \+ \d"),
        pytest.param(
            *("manhattan", 3, 1, "nl", r"^(Bouw|Neem) .+, \d verdieping(en)?, kaart \d"),
            marks=pytest.mark.slow,
        ),
        ("tangram-city", 1, 2, "de", r"^(Lege|Verzichte) "),
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
    board = page.locator(f'{hook("city")}, [data-site="A1"]').first
    before = board.bounding_box()
    page.locator(hook("hint")).click()
    advice = page.locator(hook("advice"))
    expect(advice.locator("p").first).to_have_text(re.compile(told, re.IGNORECASE))
    expect(advice).not_to_contain_text(NAME)
    for part in (board, page.locator(hook("strip"))):
        expect(part).to_be_in_viewport(ratio=0.99)
        part.click(trial=True)  # nothing lies over it
    assert board.bounding_box() == before
    page.locator(hook("hint-why")).click()
    expect(advice.locator("li, [data-test=contrast]").first).to_be_visible()
    assert page.evaluate(COMMA_ALONE) is False, "no line begins with a comma"
    if game == "tangram-city":
        expect(page.locator(".desk p", has_text="Plättchen")).to_have_count(0)  # said once
        page.set_viewport_size({"width": 1024, "height": 768})  # a narrow column, long words
        expect(page.locator(hook("take-hint"))).to_be_visible()
        assert page.locator(hook("confirm")).evaluate(CUT) == []


def test_hints_are_off_among_people_unless_the_game_is_friendly(newcomer: Newcomer) -> None:
    page, friend = newcomer(), newcomer(PHONE)
    come_in(page)
    come_in(friend, "Bo")
    for friendly in (False, True):
        asked = {"game": "manhattan", "options": {"players": 2, "start": 0}, "friendly": friendly}
        made = page.request.post("api/tables", data=asked).json()
        seat_by_invitation(friend, made["table"], made["invite"])
        page.goto(f"table/{made['table']}")
        hint = page.locator(hook("hint"))
        expect(page.locator(hook("friendly"))).to_have_count(int(friendly))
        if friendly:
            expect(hint).to_be_enabled()
        else:
            expect(hint).to_be_disabled()
            expect(hint).to_have_attribute("aria-label", re.compile("not a friendly game"))
