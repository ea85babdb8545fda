"""A table on a phone: everything for a move is visible, and other pages are reachable."""

from __future__ import annotations

import time

from playwright.sync_api import Locator, Page, expect

from tests.browser.advised import come_in, new_table
from tests.browser.conftest import PATIENCE
from tests.browser.hands import Touch
from tests.browser.manhattan import Builder
from tests.browser.places import hook

HEIGHT = 740
PANEL = 170
"""The share of the screen that the hand may take."""


def edges(found: Locator) -> tuple[float, float]:
    """The top and bottom of an element on the screen."""
    box = found.bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


def at_table(page: Page, game: str, players: int) -> None:
    come_in(page)
    page.goto(f"table/{new_table(page, game, players)}")


def test_the_board_stays_where_it_is_from_choosing_to_building(phone: Page) -> None:
    at_table(phone, "manhattan", 4)
    district = phone.locator('[data-site="A1"]')
    expect(phone.locator(hook("choose"))).to_be_visible()
    before = edges(district)
    assert edges(phone.locator(hook("confirm")))[1] <= HEIGHT
    builder = Builder(Touch(phone))
    builder.decide()
    expect(phone.locator('[data-card][aria-disabled="false"]').first).to_be_visible()
    assert edges(district) == before
    a_chosen_site_is_not_hidden_by_the_hand(phone, builder)


def a_chosen_site_is_not_hidden_by_the_hand(phone: Page, builder: Builder) -> None:
    builder.prepare()
    expect(phone.locator(hook("foresight"))).to_be_visible()
    top, bottom = edges(phone.locator(".desk"))
    assert bottom - top <= PANEL
    site, strip = phone.locator("[data-site].chosen"), phone.locator(hook("strip"))
    end = time.monotonic() + PATIENCE / 1000
    while not edges(strip)[1] <= edges(site)[0] < edges(site)[1] <= top:
        assert time.monotonic() < end, "it is not scrolled into view"
        phone.wait_for_timeout(50)


def test_a_phone_shows_city_and_piece_and_has_the_other_pages_in_its_menu(phone: Page) -> None:
    at_table(phone, "tangram-city", 3)
    phone.locator('[data-test^="side-"]').first.tap()
    expect(phone.locator(hook("tile"))).to_be_visible()
    assert edges(phone.locator(hook("strip")))[1] <= edges(phone.locator(hook("city")))[0]
    assert edges(phone.locator(hook("city")))[1] <= edges(phone.locator(".desk"))[0]
    assert edges(phone.locator(hook("confirm")))[1] <= HEIGHT
    the_other_pages_are_in_the_menu_of_the_table(phone)


def the_other_pages_are_in_the_menu_of_the_table(phone: Page) -> None:
    header = phone.locator("#app > header")
    expect(phone.locator(hook("status"))).to_be_visible()
    expect(header).to_be_hidden()
    opener = phone.locator(hook("table-menu"))
    opener.tap()
    phone.locator(hook("pages")).tap()
    expect(header.locator(hook("language"))).to_be_visible()
    phone.keyboard.press("Escape")
    expect(header).to_be_hidden()
    expect(opener).to_be_focused()
    opener.tap()
    phone.locator(hook("pages")).tap()
    header.locator('a[href$="/rules"]').tap()
    expect(phone.locator("h1")).to_be_visible()
    expect(header).to_be_visible()
