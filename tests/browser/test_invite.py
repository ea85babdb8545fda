"""Two people with a browser each join by an invitation link."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.hands import WAYS, Hands, Mouse
from tests.browser.manhattan import Builder, play_together, sit

slow = pytest.mark.slow
PAIRS = [
    ("mouse", "touch", "resigned"),
    pytest.param("touch", "keyboard", "played", marks=slow),
    pytest.param("keyboard", "mouse", "played", marks=slow),
]


def sit_down(hands: Hands, link: str, name: str) -> None:
    hands.page.goto(link)
    hands.write(hands.at("sit-name"), name)
    hands.press(hands.at("sit-1"))


def say(hands: Hands, text: str) -> None:
    """On a phone, open the chat over the board and close it again."""
    on_a_phone = hands.at("panels").count() > 0
    if on_a_phone:
        hands.press(hands.at("panels"))
    hands.press(hands.at("tab-chat"))
    hands.write(hands.at("chat-text"), text)
    hands.press(hands.at("chat-send"))
    expect(hands.at("chat-text")).to_have_value("")
    if on_a_phone:
        hands.press(hands.page.locator("dialog[open] button").first)


def expect_said(hands: Hands, text: str) -> None:
    if hands.at("panels").count():
        hands.press(hands.at("panels"))
        hands.press(hands.at("tab-chat"))
        expect(hands.at("chat")).to_contain_text(text)
        hands.press(hands.page.locator("dialog[open] button").first)
    else:
        hands.press(hands.at("tab-chat"))
        expect(hands.at("chat")).to_contain_text(text)


@pytest.mark.parametrize(("host", "guest", "ends"), PAIRS)
def test_a_game_by_invitation_and_a_rematch(
    newcomer: Newcomer, host: str, guest: str, ends: str
) -> None:
    ada = WAYS[host](newcomer(WAYS[host].device))
    grace = WAYS[guest](newcomer(WAYS[guest].device))
    sit_down(grace, sit(ada, seats="me open"), "Grace")
    builders = Builder(ada, 1), Builder(grace, 2)
    for builder in builders:
        builder.page.locator("[data-site]").first.wait_for()

    say(ada, "Good luck!")
    expect_said(grace, "Good luck!")
    say(grace, "You too")
    expect_said(ada, "You too")
    ada.page.reload()
    ada.page.locator("[data-site]").first.wait_for()  # the chat came with the board
    expect(ada.page.locator(".badge")).to_have_count(0)

    if ends == "played":
        play_together(*builders)
    else:
        resign(ada)
        towers = ada.page.locator('[data-test="over"] .tower rect')
        expect(towers.first).to_be_visible()
        assert all(float(str(each.get_attribute("height"))) < 40 for each in towers.all())
    assert builders[0].result() == builders[1].result()
    assert set(builders[0].result()) == {"Ada", "Grace"}

    first = builders[0].table
    ada.press(ada.at("rematch"))
    expect(ada.page).not_to_have_url(re.compile(first))
    grace.press(grace.at("rematch"))
    for builder in builders:
        builder.page.locator("[data-site]").first.wait_for()
    assert builders[0].table == builders[1].table != first
    desk = grace if guest == "mouse" else ada
    players = desk.page.locator('[data-test="players"] .name, [data-test="strip"] .name')
    expect(players).to_contain_text(["Grace", "Ada"])  # everybody moves on by one seat
    if ends == "resigned":
        the_list_names_players_and_winner(ada, first)


def resign(hands: Hands) -> None:
    for step in ("table-menu", "resign", "resign-nobody"):
        hands.press(hands.at(step))


def the_list_names_players_and_winner(hands: Hands, table: str) -> None:
    hands.page.goto("tables")
    row = hands.page.locator(f'a[data-table="{table}"]').first
    expect(row.locator(".state")).to_contain_text("Won by ")
    players, whole = row.locator(".what").bounding_box(), row.bounding_box()
    assert players is not None
    assert whole is not None
    assert players["width"] > whole["width"] / 3


@pytest.mark.slow  # test_network.py invites from the start page in every run
def test_play_with_friends(newcomer: Newcomer) -> None:
    """From the start page: a link, a QR code, seats that fill up."""
    ada, grace = Mouse(newcomer()), Mouse(newcomer())
    ada.page.goto("")
    ada.press(ada.at("friends-manhattan"))
    ada.press(ada.page.locator('dialog input[value="2"]'))
    ada.press(ada.at("make-table"))
    expect(ada.page.get_by_role("img", name=re.compile("QR code"))).to_be_visible()
    sit_down(grace, ada.at("invite-link").input_value(), "Grace")
    for hands in (ada, grace):
        expect(hands.page.locator("[data-site]")).to_have_count(54)
