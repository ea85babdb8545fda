"""What a player looks for is in view: no text under another, nothing cut, no keys lost."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Newcomer
from tests.browser.places import PLACES, closed_result, go_to, hook, ticks_text_board
from tests.browser.scenery import Scenery
from tests.browser.test_axe import too_small, violations
from tests.waiting import until

TABLET: dict[str, Any] = {"viewport": {"width": 1024, "height": 768}}
SMALL: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "is_mobile": True,
    "has_touch": True,
}
CLOSE_AND_DECLINE = """
    document.querySelector('dialog[open]').close();
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true }));
"""
PANEL = '[role="tabpanel"]'


def at(newcomer: Newcomer, scenery: Scenery, place: str, device: dict[str, Any]) -> Page:
    page = newcomer(device, storage_state=scenery.state)
    go_to(page, PLACES[place], scenery)
    return page


def box(page: Page, selector: str) -> dict[str, float]:
    found = page.locator(selector).first.bounding_box()
    assert found is not None
    right, bottom = found["x"] + found["width"], found["y"] + found["height"]
    return {"y": found["y"], "right": right, "bottom": bottom, "height": found["height"]}


def test_tangram_city_on_a_tablet(newcomer: Newcomer, scenery: Scenery) -> None:
    page = at(newcomer, scenery, "tangram-middle", TABLET)
    other_cities_and_bonuses_are_in_view(page)
    the_tiles_to_come_are_announced_in_view(page)
    keys_do_not_reach_the_board_behind_a_dialog_and_one_declines(page)
    the_menu_is_whole(page)


def other_cities_and_bonuses_are_in_view(page: Page) -> None:
    parts = ("[data-city]", hook("harmony"), hook("planning"), hook("city"), hook("confirm"))
    for part in (*parts, "#to-come"):  # the tiles to come
        for each in page.locator(part).all():
            expect(each).to_be_in_viewport(ratio=0.99)


def the_tiles_to_come_are_announced_in_view(page: Page) -> None:
    """Where there is no room for them, a button opens them; they used to be cut."""
    fits = "(each => each.scrollHeight <= each.clientHeight)(document.querySelector('.board'))"
    assert page.evaluate(fits)
    page.locator("#to-come").click()
    expect(page.locator("dialog[open] li").last).to_be_in_viewport(ratio=0.99)
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def the_menu_is_whole(page: Page) -> None:
    page.locator(hook("table-menu")).click()
    cut = "each => each.scrollHeight > each.clientHeight"
    assert not page.locator(f"div:has(> {hook('table-menu')}) .list").evaluate(cut)


def keys_do_not_reach_the_board_behind_a_dialog_and_one_declines(page: Page) -> None:
    """Arrows used to move the tile behind another player's city, and Escape did not close it."""
    page.locator("[data-city]").first.click()
    dialog = page.locator("dialog[open]")
    expect(dialog).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    expect(page.locator(hook("held"))).to_have_count(0)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)

    # A key declines the piece, but asks first; it is not lost right after a dialog has closed.
    page.locator("[data-city]").first.click()
    expect(dialog).to_be_visible()
    page.evaluate(CLOSE_AND_DECLINE)
    expect(page.locator(hook("decline-really"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_tangram_city_on_a_small_phone(newcomer: Newcomer, scenery: Scenery) -> None:
    page = at(newcomer, scenery, "tangram-middle", {**SMALL, "color_scheme": "dark"})
    a_key_brings_the_city_back_into_view(page)
    page.locator(hook("put-back")).click()
    expect(page.locator(hook("held"))).to_have_count(0)
    a_hint_leaves_the_city_its_room(page)
    the_menu_shows_all_pages_the_help_and_the_text_board(page)


def the_menu_shows_all_pages_the_help_and_the_text_board(page: Page) -> None:
    page.locator(hook("table-menu")).click()
    expect(page.locator(hook("pages"))).to_be_in_viewport(ratio=0.99)
    expect(page.locator(hook("help"))).to_be_hidden()
    page.locator(hook("menu-help")).tap()
    expect(page.locator(hook("help-dialog"))).to_contain_text("Look-alike")
    page.keyboard.press("Escape")
    ticks_text_board(page)
    assert violations(page) == []
    assert too_small(page) == []


def a_key_brings_the_city_back_into_view(page: Page) -> None:
    city = page.locator(hook("city"))
    page.locator(".board").evaluate("each => each.scrollTo(0, 1e4)")
    expect(city).not_to_be_in_viewport(ratio=0.9)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    expect(page.locator(hook("held"))).to_have_count(1)
    expect(city).to_be_in_viewport(ratio=0.99)


def every_panel_begins_at_its_top(page: Page) -> None:
    panel = page.locator(PANEL)
    until(lambda: panel.evaluate("each => each.scrollTop") > 0)  # the log's end
    page.locator(hook("tab-points")).click()
    expect(panel.locator("table").first).to_be_visible()
    over = "each => each.scrollWidth - each.parentElement.clientWidth"
    assert panel.locator("table").first.evaluate(over) <= 0
    assert panel.evaluate("each => each.scrollTop") == 0


@pytest.mark.slow  # on a phone, where less fits, in every run
def test_the_end_of_manhattan_on_a_tablet(newcomer: Newcomer, scenery: Scenery) -> None:
    page = at(newcomer, scenery, "manhattan-count", TABLET)
    points_of_a_count_are_a_column(page)
    page.locator(hook("round-on")).click()
    closed_result(page)
    the_end_of_the_log_stays_in_view(page)


def points_of_a_count_are_a_column(page: Page) -> None:
    rights = "all => all.map(each => Math.round(each.getBoundingClientRect().right))"
    found = page.locator(".steps .points:not(:empty)").evaluate_all(rights)
    assert len(set(found)) == 1


def the_end_of_the_log_stays_in_view(page: Page) -> None:
    expect(page.locator(f"{hook('log')} li").last).to_be_in_viewport(ratio=0.9)


def a_hint_leaves_the_panels_in_view(page: Page) -> None:
    page.locator(hook("hint")).click()
    say = page.locator(f"{hook('advice')} .say")
    say.evaluate("each => each.append(...Array(40).fill('A long reason. '))")
    expect(page.locator(hook("tab-log"))).to_be_in_viewport(ratio=0.99)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def a_hint_leaves_the_city_its_room(page: Page) -> None:
    expect(page.locator(hook("decline"))).to_have_text(re.compile(r"^Decline\s*tile \d\d$"))
    page.locator(hook("hint")).click()
    expect(page.locator(hook("advice"))).to_be_visible()
    take = page.locator(hook("take-hint"))
    if take.count() == 0:
        return  # the advice is to decline
    assert box(page, hook("take-hint"))["y"] == box(page, hook("decline"))["y"]
    assert box(page, hook("confirm"))["right"] <= 360
    take.click()
    expect(page.locator(hook("held"))).to_have_count(1)
    expect(take).to_have_count(0)
    expect(page.locator(hook("put-back"))).to_be_enabled()


def marks_do_not_cover_their_explanation(page: Page) -> None:
    page.keyboard.press("?")
    expect(page.locator(f"{hook('help-dialog')} dd").first).to_be_visible()
    too_wide = """marks => marks
        .filter(mark => [...mark.children].some(each =>
            each.getBoundingClientRect().right > mark.getBoundingClientRect().right + 1))
        .map(mark => mark.parentElement.textContent)"""
    assert page.locator(f"{hook('help-dialog')} dt").evaluate_all(too_wide) == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_manhattan_on_a_small_phone(newcomer: Newcomer, scenery: Scenery) -> None:
    page = at(newcomer, scenery, "manhattan-choose", SMALL)
    a_phone_says_what_to_do_while_blocks_are_chosen(page)
    go_to(page, PLACES["manhattan-middle"], scenery)
    the_pile_is_whole_or_not_there(page)


def a_phone_says_what_to_do_while_blocks_are_chosen(page: Page) -> None:
    expect(page.locator(hook("confirm"))).to_have_text(re.compile(r"Choose \d+ more blocks"))
    expect(page.locator(hook("confirm"))).to_be_in_viewport(ratio=0.99)


def test_manhattan_on_a_tablet(newcomer: Newcomer, scenery: Scenery) -> None:
    page = at(newcomer, scenery, "manhattan-choose", TABLET)
    cards_and_buttons_keep_their_places(page, scenery)
    every_panel_begins_at_its_top(page)
    marks_do_not_cover_their_explanation(page)
    a_hint_leaves_the_panels_in_view(page)


def cards_and_buttons_keep_their_places(page: Page, scenery: Scenery) -> None:
    """They used to change places between choosing blocks and building.

    And a click where the hint had been used to take a move back.
    """
    expect(page.locator(hook("take-back"))).to_have_count(0)
    hand, hint = box(page, ".hand"), box(page, hook("hint"))
    assert hand["right"] < box(page, ".supply")["right"]
    go_to(page, PLACES["manhattan-middle"], scenery)
    assert box(page, ".hand")["right"] == hand["right"]
    assert hand["right"] < box(page, "[data-block]")["right"]
    expect(page.locator(hook("take-back"))).to_be_visible()
    assert box(page, hook("hint"))["right"] == hint["right"]


def the_pile_is_whole_or_not_there(page: Page) -> None:
    hand = box(page, ".own")
    pile = box(page, ".own figure")
    whole = pile["right"] <= hand["right"] and pile["bottom"] <= hand["bottom"] + 1
    assert whole or pile["y"] >= hand["bottom"]
