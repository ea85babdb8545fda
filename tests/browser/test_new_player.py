"""What made a new player hesitate: buttons that jump, keys without effect, boards out of view."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.advised import come_in, new_table
from tests.browser.conftest import Newcomer
from tests.browser.places import PLACES, go_to, hook
from tests.browser.scenery import Scenery
from tests.browser.test_in_view import SMALL, TABLET, at, box

CUT = "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.innerText)"


def test_the_only_site_is_chosen_but_not_built_on_by_a_tap(newcomer: Newcomer) -> None:
    """In one district a card marks one site: tapping it used to build at once."""
    page = newcomer(SMALL)
    come_in(page)
    options = {"players": 2, "districts": 1, "rounds": 1, "blocks": 1, "colours_each": 1}
    page.goto(f"table/{new_table(page, 'manhattan', 2, options=options)}")
    page.locator("[data-size]").last.tap()
    page.locator(hook("confirm")).tap()
    # The bot may have taken the site of another card.
    page.locator('[data-card][aria-disabled="false"]:not(.out)').first.tap()
    site = page.locator("[data-site].chosen")
    expect(site).to_have_count(1)
    expect(page.locator(hook("foresight"))).to_be_visible()
    site.tap()
    expect(page.locator(hook("foresight"))).to_be_visible()
    expect(page.locator(f'{hook("confirm")}[aria-disabled="false"]')).to_be_visible()
    site.tap()
    expect(page.locator(hook("foresight"))).to_have_count(0)


@pytest.mark.slow  # test_in_view.py has three players in every run
def test_bonuses_and_tiles_to_come_are_in_view_with_any_number_of_players(
    newcomer: Newcomer,
) -> None:
    page = newcomer(TABLET)
    come_in(page)
    one_opponent_leaves_room_for_the_tiles_to_come(page)
    the_bonuses_are_in_view_with_five_players(page)


def one_opponent_leaves_room_for_the_tiles_to_come(page: Page) -> None:
    page.goto(f"table/{new_table(page, 'tangram-city', 2)}")
    page.locator('[data-test^="side-"]').first.click()
    tiles = page.locator("section:has(> #to-come) li")
    expect(tiles.last).to_be_in_viewport(ratio=0.99)
    expect(page.locator(hook("city"))).to_be_in_viewport(ratio=0.99)


def the_bonuses_are_in_view_with_five_players(page: Page) -> None:
    page.goto(f"table/{new_table(page, 'tangram-city', 5)}")
    page.locator('[data-test^="side-"]').first.click()
    for part in ("harmony", "planning", "city", "confirm"):
        expect(page.locator(hook(part))).to_be_in_viewport(ratio=0.99)


def test_a_lesson_on_a_phone_leads_to_its_board(newcomer: Newcomer, scenery: Scenery) -> None:
    page = at(newcomer, scenery, "learn-manhattan", SMALL)
    there = page.locator(hook("to-board"))
    expect(there).to_be_in_viewport(ratio=0.99)
    there.tap()
    for part in ("[data-site]", "[data-card]"):
        expect(page.locator(part).last).to_be_in_viewport(ratio=0.99)
    expect(page.locator(".lesson > .task")).to_have_text(page.locator(hook("task")).inner_text())


@pytest.mark.slow  # on a phone, where less fits, in every run
def test_a_lesson_on_a_tablet_shows_its_board(newcomer: Newcomer, scenery: Scenery) -> None:
    page = at(newcomer, scenery, "learn-manhattan", {"viewport": {"width": 768, "height": 1024}})
    for part in ("[data-site]", "[data-card]", hook("task"), hook("next")):
        expect(page.locator(part).last).to_be_in_viewport(ratio=0.99)
    page.set_viewport_size(TABLET["viewport"])
    expect(page.locator(hook("next"))).to_be_in_viewport(ratio=0.99)  # it used to be cut


@pytest.mark.slow  # test_scoring.py has a replay on a phone in every run
def test_a_replay_on_a_tablet(newcomer: Newcomer, scenery: Scenery) -> None:
    """Names are whole, buttons in view, and nobody is said to be thinking."""
    page = at(newcomer, scenery, "replay-manhattan", TABLET)
    assert page.locator(f"{hook('scores')} .name").evaluate_all(CUT) == []
    go_to(page, PLACES["replay-tangram"], scenery)
    for part in ("city", "forward"):
        expect(page.locator(hook(part))).to_be_in_viewport(ratio=0.99)
    for width, height in ((768, 1024), (390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(hook("forward"))).to_be_in_viewport(ratio=0.99)
    expect(page.locator(".game")).not_to_contain_text("thinking")


def test_an_invitation_fits_a_tablet(newcomer: Newcomer, scenery: Scenery) -> None:
    """Beside the code the words had a column of two words."""
    page = at(newcomer, scenery, "gathering", {"viewport": {"width": 768, "height": 1024}})
    assert box(page, hook("copy"))["height"] <= 50  # one line
