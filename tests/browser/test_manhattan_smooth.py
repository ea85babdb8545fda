"""Moves cause no layout shift, and each tap has an immediate effect."""

from __future__ import annotations

import statistics

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import MOVING, Newcomer
from tests.browser.hands import WAYS, Mouse
from tests.browser.manhattan import Builder, sit
from tests.browser.test_invite import sit_down
from tests.waiting import until

SAMPLE = ["touch", *(pytest.param(way, marks=pytest.mark.slow) for way in ("mouse", "keyboard"))]
LARGEST_SHIFT = 0.02
SLOWEST_PAINT = 100
"""Milliseconds from a tap to the frame that shows its effect."""
AFTER_INPUT = 600
"""The browser ignores layout shifts within half a second after input."""

MEASURING = """
window.measured = { shift: 0, paints: [], places: [] };
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) if (!shift.hadRecentInput) measured.shift += shift.value;
}).observe({ type: 'layout-shift', buffered: true });
addEventListener('click', (event) => {
  if (!event.target.closest?.('[data-card], [data-block], [data-site]')) return;
  // The first frame after the click holds its effects; the next begins once that one is painted.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    measured.paints.push(performance.now() - event.timeStamp);
    const { x, y, width, height } = document.querySelector('.plan').getBoundingClientRect();
    measured.places.push([x + scrollX, y + scrollY, width, height].map(Math.round).join());
  }));
}, true);
"""


def measured(page: Page) -> None:
    page.add_init_script(MEASURING)


@pytest.mark.parametrize("way", SAMPLE)
def test_own_moves_show_at_once_without_layout_shift(newcomer: Newcomer, way: str) -> None:
    page = newcomer(WAYS[way].device, **MOVING)
    measured(page)
    hands = WAYS[way](page)
    sit(hands, blocks=2)
    Builder(hands).play(moves=5)
    assert len(set(page.evaluate("measured.places"))) == 1
    # Busy machines are slow now and then: the faster measurements count.
    paints = sorted(page.evaluate("measured.paints"))
    assert len(paints) > 10
    assert statistics.median(paints[: len(paints) // 3]) < SLOWEST_PAINT, paints


@pytest.mark.parametrize("way", SAMPLE)
def test_moves_of_others_cause_no_layout_shift(newcomer: Newcomer, way: str) -> None:
    ada, grace = WAYS[way](newcomer(WAYS[way].device, **MOVING)), Mouse(newcomer())
    measured(ada.page)
    sit_down(grace, sit(ada, blocks=2, seats="me open"), "Grace")
    builders = Builder(ada), Builder(grace)
    ada.page.locator("[data-site]").first.wait_for()
    _decide(builders, 2)  # the choice of blocks, which has another layout
    before = ada.page.evaluate("measured.shift")
    _decide(builders, 2)  # each builds once
    assert ada.page.evaluate("measured.shift") - before < LARGEST_SHIFT


def _decide(builders: tuple[Builder, Builder], decisions: int) -> None:
    """Decisions of both players, with pauses so that no shift is attributed to input."""
    for _ in range(decisions):
        while not (asked := [builder for builder in builders if builder.asked()]):
            builders[0].page.wait_for_timeout(40)
        asked[0].next()
        builders[0].page.wait_for_timeout(AFTER_INPUT)


def test_a_shift_is_measured(page: Page) -> None:
    measured(page)
    page.goto("")
    page.wait_for_load_state("networkidle")
    page.evaluate("document.body.style.paddingTop = '200px'")
    until(lambda: page.evaluate("measured.shift") > LARGEST_SHIFT)
