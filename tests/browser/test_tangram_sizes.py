"""Tangram City on every screen: city, cards, piece and buttons are visible together."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE, Newcomer
from tests.browser.places import PLACES, go_to, hook
from tests.browser.scenery import Scenery
from tests.waiting import until

SIZES = [
    (360, 640),
    (390, 844),
    (768, 1024),
    (820, 1180),
    (1024, 768),
    (1180, 820),
    (1280, 720),
    (1440, 900),
    (1920, 1080),
    (844, 390),
]
PARTS = ["city", "tile", "turn", "flip", "decline", "put-back", "confirm", "round-cards"]
COVERED = """parts => {
  const hidden = [];
  for (const part of parts) {
    const element = document.querySelector(`[data-test="${part}"]`);
    const box = element.getBoundingClientRect();
    const points = [[0.5, 0.5]];
    if (part === 'city') for (const x of [0.13, 0.87]) for (const y of [0.13, 0.5, 0.87])
      points.push([x, y]);
    const inside = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight &&
      box.right <= innerWidth;
    const seen = points.every(([x, y]) => element.contains(
      document.elementFromPoint(box.left + x * box.width, box.top + y * box.height)));
    if (!inside || !seen) hidden.push(part);
  }
  return hidden;
}"""
"""The parts that are off the screen or lie under something else."""


def scrolled(page: Page) -> float:
    return float(page.evaluate("document.querySelector('.board').scrollTop + scrollY"))


def settle(page: Page, width: int, height: int) -> None:
    """Wait until nothing is hidden."""
    end = time.monotonic() + PATIENCE / 3000
    while hidden := page.evaluate(COVERED, PARTS):
        assert time.monotonic() < end, f"at {width} × {height}: {hidden}"
        page.wait_for_timeout(20)


def at_table(newcomer: Newcomer, scenery: Scenery, place: str, **options: Any) -> Page:
    page = newcomer(storage_state=scenery.state, **options)
    go_to(page, PLACES[place], scenery)
    return page


@pytest.mark.parametrize(
    "sizes", [SIZES[::3], pytest.param(SIZES, marks=pytest.mark.slow)], ids=["some", "all"]
)
def test_city_piece_and_buttons_share_every_screen(
    newcomer: Newcomer, scenery: Scenery, sizes: list[tuple[int, int]]
) -> None:
    page = at_table(newcomer, scenery, "tangram-preview")
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        settle(page, width, height)
        assert scrolled(page) == 0
        large = f"city => city.clientWidth >= {0.5 * min(width, height)}"
        until(
            lambda large=large: page.locator(hook("city")).evaluate(large)
        )  # a layout for this size


def test_keys_work_after_a_link_and_the_shadow_turns_with_the_wheel(
    newcomer: Newcomer, scenery: Scenery
) -> None:
    page = newcomer(storage_state=scenery.state)
    page.goto("tables")
    address = f"table/{scenery.tables['tangram-middle']}"
    page.locator(f'a[href$="{address}"]').first.click()
    expect(page.locator(hook("tile"))).to_be_visible()
    expect(page.locator(hook("log"))).to_contain_text("everybody starts with 1 point")
    expect(page.locator(f"{hook('log')} .note", has_text="Round 2")).to_have_count(1)
    the_log_stays_at_its_end(page)
    page.keyboard.press("Space")
    expect(page.locator(hook("held"))).to_be_visible()
    page.keyboard.press("Escape")
    page.locator(hook("city")).hover()
    shadow = page.locator(f"{hook('city')} path.hover")
    before = shadow.get_attribute("d")
    side = page.locator('[data-way][aria-pressed="true"]').get_attribute("data-way") or "?"
    expect(shadow).to_have_class(re.compile(rf"\b{side[0]}\b"))  # in the colour of the piece
    if page.locator('[data-way^="b"]').count() > 1:
        page.mouse.wheel(0, 120)
        until(
            lambda: [each.get_attribute("d") for each in shadow.all()] != [before]
        )  # or none fits


FROM_END = "box => box.scrollHeight - box.clientHeight - box.scrollTop"
SHRINKS_WHILE_SCROLLING = """box => {
  box.scrollTop += 1;
  box.style.flex = `0 0 ${box.clientHeight - 80}px`;
}"""
"""As when a notice appears above the log: the event of scrolling follows the smaller box."""


def the_log_stays_at_its_end(page: Page) -> None:
    box = page.locator(f":has(> {hook('log')})").last
    box.evaluate("box => box.scrollTop -= 1")
    page.wait_for_timeout(100)
    assert box.evaluate(FROM_END) == pytest.approx(1, abs=0.5)
    box.evaluate(SHRINKS_WHILE_SCROLLING)
    until(lambda: box.evaluate(FROM_END) < 1)
    box.evaluate("box => box.style.flex = ''")


@pytest.mark.slow  # the test above and gesture.test.ts turn in every run
def test_the_wheel_turns_only_a_piece_over_the_city(newcomer: Newcomer, scenery: Scenery) -> None:
    page = at_table(newcomer, scenery, "tangram-preview")
    page.set_viewport_size({"width": 1024, "height": 768})
    page.locator(".play").evaluate("each => each.style.marginBottom = '300px'")  # what to scroll
    held = page.locator('[data-way][aria-pressed="true"]')
    before = held.get_attribute("data-way")
    page.locator(hook("city")).hover()
    page.mouse.wheel(0, 120)
    if page.locator('[data-way^="b"]').count() > 1:  # some pieces look the same in every turn
        expect(held).not_to_have_attribute("data-way", before or "")
    assert scrolled(page) == 0

    turned = held.get_attribute("data-way")
    page.locator(hook("round-cards")).hover()
    page.mouse.wheel(0, 120)
    until(lambda: scrolled(page) > 0)
    assert held.get_attribute("data-way") == turned

    page.evaluate("document.querySelector('.board').scrollTop = 0")
    page.locator("[data-line]").first.click()  # an earlier position: no piece in hand
    expect(held).to_have_count(0)
    page.locator(hook("city")).hover()
    page.mouse.wheel(0, 120)
    until(lambda: scrolled(page) > 0)
