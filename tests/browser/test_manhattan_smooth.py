"""Moves cause no layout shift, and each tap has an immediate effect."""

from __future__ import annotations

import statistics

import pytest
from playwright.sync_api import Page

from tests.browser.advised import come_in, decided, seat_by_invitation
from tests.browser.conftest import MOVING, Newcomer
from tests.browser.hands import WAYS
from tests.browser.manhattan import Builder, sit
from tests.server.running import Running
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


@pytest.mark.slow  # it measures time, which a busy machine does not have
@pytest.mark.parametrize("way", WAYS)
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
def test_moves_of_others_cause_no_layout_shift(
    newcomer: Newcomer, service: Running, way: str
) -> None:
    ada, grace = WAYS[way](newcomer(WAYS[way].device, **MOVING)), newcomer()
    measured(ada.page)
    link = sit(ada, blocks=2, seats="me open")
    builder = Builder(ada)
    come_in(grace, "Grace")
    seat_by_invitation(grace, builder.table, link.partition("#")[2])
    ada.page.locator("[data-site]").first.wait_for()

    def decide(decisions: int) -> None:
        """Decisions of both players, with pauses so that no shift is attributed to input."""
        live = service.service.hub.cache.get(builder.table)
        assert live is not None
        for _ in range(decisions):
            before = builder.moment()
            if live.table.match.actors == (0,):
                builder.next()
            else:
                decided(grace, service, builder.table, 1)
                builder.wait_after(before)
            ada.page.wait_for_timeout(AFTER_INPUT)

    decide(2)  # the choice of blocks, which has another layout
    before = ada.page.evaluate("measured.shift")
    decide(2)  # each builds once
    assert ada.page.evaluate("measured.shift") - before < LARGEST_SHIFT


def test_a_shift_is_measured(page: Page) -> None:
    measured(page)
    page.goto("")
    page.wait_for_load_state("networkidle")
    page.evaluate("document.body.style.paddingTop = '200px'")
    until(lambda: page.evaluate("measured.shift") > LARGEST_SHIFT)
