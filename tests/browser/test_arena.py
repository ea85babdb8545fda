"""The arena's report on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from baumeister.arena import play
from baumeister.arena.report.html import page as report

LONG = "search:nodes=5:leaf=round:exploration=0.7"


@pytest.mark.parametrize("versus", [False, True])
def test_it_fits_the_screen_and_tables_scroll(phone: Page, versus: bool) -> None:
    options = {"players": 2, "rounds": 1}
    bots = [LONG, "random"] if versus else [LONG, "random", "greedy"]
    found = play("manhattan", options, bots, versus=versus, games=6, cores=1)
    phone.set_content(report(found, f"baumeister arena manhattan --bots {','.join(bots)}"))
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    sections = phone.locator("section")
    assert sections.evaluate_all("all => all.every((e) => e.scrollWidth <= e.clientWidth)")
    texts = phone.locator("svg text:not(.tick)")
    assert texts.evaluate_all("all => all.every((e) => e.getBoundingClientRect().right <= 360)")
    table = phone.locator("table").last
    name = table.locator("td").first
    before = name.bounding_box()
    table.evaluate("e => { e.parentElement.scrollLeft = 200 }")
    assert name.bounding_box() == before, "the row's name stays visible"
