"""The illustrated rules and the reference behind them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Newcomer
from tests.browser.places import hook
from tests.browser.test_axe import too_small, violations

WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SHORTEN = """() => [...document.querySelectorAll('[data-test=guide-part], [data-test=reference]')]
  .slice(8).forEach((each) => each.remove())"""
EMPTY = """() => [...document.querySelectorAll('figure')]
  .filter((each) => !each.querySelector('svg, table, .card')
    || each.firstElementChild.getBoundingClientRect().height < 20)
  .map((each) => each.dataset.figure)"""
"""Figures without a drawing."""


def test_from_the_page_to_the_clauses_and_back(page: Page) -> None:
    page.goto("rules/manhattan")
    reference = page.locator(hook("reference"))
    expect(page.locator("[data-figure=building-over] svg")).to_be_visible()
    assert reference.get_attribute("open") is None
    expect(page.get_by_text("Numbers to check against").locator("visible=true")).to_have_count(0)
    page.locator("#guide-building-over a", has_text="M2.5").click()
    expect(page.locator("[id='clause-M2.5']")).to_be_focused()
    expect(reference).to_have_attribute("open", "")
    page.locator("[id='clause-M2.5'] a", has_text="Taking over").click()
    expect(page.locator("#guide-building-over")).to_be_focused()
    expect(page.locator("#guide-building-over")).to_be_in_viewport()
    print_shows_the_page_without_tools(page)


def test_the_contents_and_the_search_find_pages_and_clauses(page: Page) -> None:
    page.goto("rules/tangram-city")
    expect(page.locator("[data-figure=end-harmony] table")).to_be_visible()
    assert page.evaluate(EMPTY) == []
    page.get_by_role("navigation", name="Contents").get_by_text("Placing tiles").click()
    expect(page.locator("#guide-placing")).to_be_focused()
    page.locator(hook("search")).fill("harmony bonus")
    expect(page.locator("#guide-end-harmony")).to_be_visible()
    expect(page.locator("[id='clause-T5.2']")).to_be_visible()
    expect(page.locator("#guide-placing")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "theme"),
    [pytest.param("manhattan", "dark", marks=pytest.mark.slow), ("tangram-city", "light")],
)
def test_every_picture_is_drawn_on_a_phone(newcomer: Newcomer, game: str, theme: str) -> None:
    page = newcomer(PHONE, color_scheme=theme, locale="de")
    page.goto(f"rules/{game}")
    expect(page.locator("figure svg").first).to_be_visible()
    page.locator(f"{hook('contents')} summary").click()
    assert page.evaluate(EMPTY) == []
    assert page.evaluate(WIDER) <= 0, "the page scrolls horizontally"
    assert too_small(page) == []
    if theme == "dark":  # the slow tests check the whole pages of both games
        page.evaluate(SHORTEN)
        assert violations(page) == []


def print_shows_the_page_without_tools(page: Page) -> None:
    page.emulate_media(media="print")
    expect(page.locator("[data-figure=scoring-example] table")).to_be_visible()
    for hidden in (hook("search"), hook("reference"), "#app > header", "nav"):
        expect(page.locator(hidden).locator("visible=true")).to_have_count(0)
