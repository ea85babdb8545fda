"""Marks and keys are explained, and names are shown whole."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Newcomer
from tests.browser.places import PLACES, go_to, hook
from tests.browser.scenery import Scenery

MARKS = {
    "tangram-middle": ("Look-alike", "Nobody knows this card", "A place for the piece"),
    "manhattan-middle": ("since your last turn", "blocks of 4, 3, 2 and 1", "majority"),
}
CUT = """all => all.filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => each.textContent)"""


def at_table(newcomer: Newcomer, scenery: Scenery, place: str) -> Page:
    page = newcomer(storage_state=scenery.state)
    go_to(page, PLACES[place], scenery)
    return page


def a_key_opens_the_help(page: Page, place: str) -> None:
    expect(page.locator(hook("help"))).to_have_attribute("aria-keyshortcuts", "?")
    page.keyboard.press("?")
    found = page.locator(hook("help-dialog"))
    for mark in MARKS[place]:
        expect(found).to_contain_text(mark)
    expect(found.locator("kbd").last).to_be_in_viewport()  # all of it, without scrolling
    page.keyboard.press("Escape")
    expect(found).to_have_count(0)


def test_marks_have_tooltips_and_a_key_opens_the_help(newcomer: Newcomer, scenery: Scenery) -> None:
    page = at_table(newcomer, scenery, "manhattan-middle")
    supply = page.locator(hook("supply"))
    expect(supply.first).to_have_attribute(
        "title", "Supply: blocks of 4, 3, 2 and 1 left for later rounds"
    )
    expect(page.locator(f"{hook('recent')} title").first).to_have_text(
        "Built on or changed since your last turn"
    )
    a_key_opens_the_help(page, "manhattan-middle")
    card = page.locator('[data-card][aria-disabled="false"]').first
    page.keyboard.press(card.get_attribute("data-card") or "")  # though nothing has the focus
    expect(card).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-site].lit:focus")).to_have_count(1)  # one that the card marks
    first = page.locator("[data-site]:focus").get_attribute("data-site")
    page.keyboard.press("n")
    expect(page.locator(f'[data-site].lit:focus:not([data-site="{first}"])')).to_have_count(1)
    page.keyboard.press("Shift+N")
    expect(page.locator(f'[data-site="{first}"]')).to_be_focused()
    go_to(page, PLACES["tangram-middle"], scenery)
    cards = page.locator(hook("round-cards"))
    captions = cards.locator(".coming .whose")
    for caption in captions.all():
        is_name = caption.inner_text() == "Fountain" or caption.inner_text().isdigit()
        assert is_name or caption.get_attribute("title")
    for symbol in cards.locator(".symbol").all():
        expect(symbol).to_have_attribute(
            "title", "Look-alike: this tile is easily confused with another"
        )
    a_key_opens_the_help(page, "tangram-middle")
    names_are_shown_whole(page)


def names_are_shown_whole(page: Page) -> None:
    page.locator(hook("tab-points")).click()
    page.locator(f"{hook('points')} th").first.wait_for()
    names = f"{hook('round-cards')} .whose, [data-city] .name, {hook('points')} thead th"
    assert page.locator(names).evaluate_all(CUT) == []


@pytest.mark.slow  # test_learn.py walks through lessons in every run
def test_a_lesson_without_a_task_does_not_ask_to_wait(page: Page) -> None:
    page.goto("learn/manhattan/1")
    board = page.locator(hook("board"))
    expect(board.locator("[data-site]").first).to_be_visible()
    expect(board).not_to_contain_text("One moment")
    page.keyboard.press("?")
    expect(page.locator(hook("help-dialog"))).to_be_visible()
