"""At the table: true scores, take-backs, people who leave and come back, spectators."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.advised import come_in, new_table, played
from tests.browser.conftest import DESKTOP, PHONE, Newcomer
from tests.server.running import Running

SHORT = {"players": 2, "rounds": 1, "blocks": 3}


def at(page: Page, test: str) -> Any:
    return page.locator(f'[data-test="{test}"]')


def seated(page: Page, service: Running, decisions: int, **more: Any) -> str:
    """A Manhattan table against a bot after some decisions; the page shows it."""
    come_in(page)
    table = new_table(page, "manhattan", 2, options=SHORT, **more)
    played(page, service, table, decisions)
    page.goto(f"table/{table}")
    expect(page.locator("[data-site]")).to_have_count(54)
    return table


def the_large_number_is_the_true_score(page: Page) -> None:
    own = page.locator('[data-test="players"] [data-seat="0"]')
    expect(own.locator('[data-test="score"]')).to_have_text("0")
    gains = page.locator('[data-test="players"] [data-test="gain"]')  # somebody owns a building
    expect(gains.first).to_contain_text("if scored now")
    page.set_viewport_size(PHONE["viewport"])
    strip = at(page, "strip")
    expect(strip.locator('[data-test="score"]').first).to_have_text("0")
    expect(strip.locator('[data-test="gain"]').first).to_contain_text("+")
    page.set_viewport_size(DESKTOP["viewport"])


def test_a_build_against_a_bot_is_taken_back(newcomer: Newcomer, service: Running) -> None:
    page = newcomer()
    table = seated(page, service, 3)
    the_large_number_is_the_true_score(page)
    assert "take_backs" not in page.request.get(f"api/tables/{table}/record").json()
    expect(at(page, "status")).to_contain_text("Your turn")
    before = page.locator('[data-test="log"] li s').count()
    at(page, "take-back").click()
    expect(page.locator('[data-test="log"] li s')).not_to_have_count(before)
    expect(at(page, "marked")).to_have_text("With take-backs")
    expect(at(page, "status")).to_contain_text("Your turn")
    played(page, service, table)
    at(page, "round-on").click()
    expect(at(page, "with-take-backs")).to_be_visible()
    page.goto(f"replay/{table}")
    expect(at(page, "scores")).to_contain_text("With take-backs")
    page.goto("tables")
    expect(page.locator(f'[data-table="{table}"]')).to_contain_text("With take-backs")


@pytest.fixture
def impatient(service: Running) -> Iterator[Running]:
    """The service with a short wait for people who leave."""
    hub = service.service.hub
    settings = hub.settings
    quick = replace(settings, away_after=0.2, presence_delay=0.05)
    hub.settings = hub.presence._settings = quick
    yield service
    hub.settings = hub.presence._settings = settings


def test_a_player_leaves_and_comes_back(newcomer: Newcomer, impatient: Running) -> None:
    """And the address of the table lets others watch, until the host closes it."""
    ada, bob, eve = newcomer(), newcomer(), newcomer(PHONE)
    for page, name in ((ada, "Ada"), (bob, "Bob")):
        come_in(page, name)
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    table = new_table(ada, "manhattan", 2, seats=seats, options={**SHORT, "start": 0})
    ada.goto(f"table/{table}")
    expect(at(ada, "gathering")).to_be_visible()
    link = ada.url
    assert "#" in link
    bob.goto(link)
    at(bob, "sit-1").click()
    expect(bob.locator("[data-site]")).to_have_count(54)

    eve.goto(link)
    expect(at(eve, "status")).to_contain_text("Watching")
    expect(eve.locator("[data-card]")).to_have_count(0)

    ada.goto("about:blank")
    expect(bob.locator('[data-seat="0"] [data-test="left"]')).to_have_text("has just left")
    at(bob, "stand-in").click()
    expect(bob.locator('[data-test="players"] [data-seat="0"]')).to_contain_text("a bot plays on")
    expect(at(bob, "status")).to_contain_text("Your turn")
    ada.goto(link)
    expect(at(ada, "meanwhile")).to_contain_text("Ada chooses")
    expect(bob.locator('[data-test="players"] [data-seat="0"]')).not_to_contain_text("a bot")
    expect(bob.locator('[data-test="left"]')).to_have_count(0)

    at(ada, "table-menu").click()
    at(ada, "watching").click()
    expect(at(eve, "refused")).to_be_visible()
