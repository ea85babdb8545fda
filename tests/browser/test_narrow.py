"""At 360 pixels no text leaves the page or is cut, in any language."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from baumeister.games.clauses import LANGUAGES
from tests.browser.conftest import PHONE, Newcomer
from tests.browser.places import PLACES, go_to
from tests.browser.problems import Problems
from tests.browser.scenery import Scenery

WIDTH = 360
NARROW = {**PHONE, "viewport": {"width": WIDTH, "height": 740}}
CUT = """() => [...document.querySelectorAll('button, a, label, th, td, h1, h2, h3, p, dt, dd, legend, li')]
  .filter((each) => each.offsetParent && each.clientWidth && !each.closest('.visually-hidden') && !each.querySelector('.visually-hidden'))
  .filter((each) => each.scrollWidth > each.clientWidth + 1)
  .filter((each) => {
    const { clipPath, display, overflowX, textOverflow } = getComputedStyle(each);
    return clipPath === 'none' && display !== 'inline' && !['auto', 'scroll'].includes(overflowX) && textOverflow !== 'ellipsis';
  })
  .map((each) => `${each.tagName}.${each.className}: ${each.innerText.slice(0, 60)}`)"""  # noqa: E501


def wide(page: Page) -> list[str]:
    """What is wider than its room; the page itself if it is."""
    found: list[str] = page.evaluate(CUT)
    width = page.evaluate("document.documentElement.scrollWidth")
    return [*found, *([f"the page: {width}"] if width > WIDTH else [])]


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(PLACES) - {"table-points"}))  # a tab at desks only
def test_nothing_is_cut(
    name: str, newcomer: Newcomer, scenery: Scenery, problems: Problems
) -> None:
    problems.expect("GPU stall")
    found = {}
    for language in LANGUAGES:
        page = newcomer(NARROW, locale=language, storage_state=scenery.state)
        go_to(page, PLACES[name], scenery)
        if cut := wide(page):
            found[language] = cut
        page.context.close()
    assert found == {}
