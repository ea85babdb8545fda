"""Playing with friends on a service that a player started: who can join, and at which address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from baumeister.server.listening import network_host
from baumeister.server.network import Network
from tests.browser.conftest import Newcomer
from tests.browser.places import hook
from tests.browser.problems import Problems
from tests.server.running import Running, running, settings

HOST = network_host()


@pytest.fixture
def ours(tmp_path: Path) -> Iterator[Running]:
    """A service as `./play` starts it. Ask for it before a page: that must leave first."""
    with running(settings(tmp_path, network=Network(tmp_path))) as service:
        yield service


def invites(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    page.locator(hook("friends-manhattan")).click()
    page.locator('dialog input[value="2"]').check(force=True)
    page.locator(hook("make-table")).click()


@pytest.mark.skipif(HOST is None, reason="NOT TESTED: this machine is in no network")
def test_the_player_is_asked_once_and_the_link_works_on_other_devices(
    ours: Running, newcomer: Newcomer, problems: Problems
) -> None:
    ada, grace = newcomer(), newcomer()
    invites(ada, f"http://localhost:{ours.port}")
    expect(ada.locator(hook("who-joins"))).to_contain_text("Who should be able to join?")
    expect(ada.locator(hook("invite-link"))).to_have_count(0)
    ada.locator(hook("reach-network")).click()
    link = ada.locator(hook("invite-link"))
    expect(link).to_have_value(re.compile(f"http://{HOST}:{ours.port}/table/"))
    expect(ada.get_by_role("img", name=re.compile("QR code"))).to_be_visible()

    grace.goto(link.input_value())
    grace.locator(hook("sit-name")).fill("Grace")
    grace.locator(hook("sit-1")).click()
    for page in (ada, grace):
        expect(page.locator("[data-site]").first).to_be_visible()

    invites(ada, f"http://localhost:{ours.port}")  # not asked again
    expect(ada.locator(hook("invite-link"))).to_have_value(re.compile(str(HOST)))
    problems.expect("ERR_CONNECTION_REFUSED")  # Grace is cut off
    ada.locator(hook("reach-here")).click()
    expect(ada.locator(hook("invite-link"))).to_have_value(re.compile("//localhost:"))
    expect(ada.locator(hook("reach"))).to_contain_text("only on this computer")


@pytest.mark.slow  # in every run, the test above reads the same warning
def test_a_link_to_127_0_0_1_comes_with_a_warning(newcomer: Newcomer, service: Running) -> None:
    page = newcomer()
    invites(page, service.url)
    expect(page.locator(hook("reach"))).to_contain_text("only on this computer")
    expect(page.locator(hook("reach-network"))).to_have_count(0)  # the operator decides


def test_from_127_0_0_1_to_localhost_as_the_same_player(ours: Running, newcomer: Newcomer) -> None:
    page = newcomer()
    page.goto(f"{ours.url}/me")
    name = page.evaluate("""async () => {
        await fetch('api/people', {method: 'POST', headers: {'Content-Type': 'application/json'},
                                   body: JSON.stringify({name: 'Ada'})});
        localStorage.setItem('baumeister.kept.learn', '{"manhattan":[1,2]}');
        return (await (await fetch('api/me')).json()).name }""")
    assert name == "Ada"
    page.reload()
    expect(page.get_by_text("127.0.0.1 is only a number")).to_be_visible()
    expect(page.get_by_role("button", name="Add a passkey")).to_have_count(0)
    page.locator(hook("to-localhost")).click()
    expect(page).to_have_url(f"http://localhost:{ours.port}/me")
    expect(page.get_by_role("button", name="Add a passkey")).to_be_visible()
    assert page.evaluate("fetch('api/me').then(a => a.json()).then(a => a.name)") == "Ada"
    assert page.evaluate("localStorage.getItem('baumeister.kept.learn')") == '{"manhattan":[1,2]}'
    old_guests_are_taken_to_localhost_at_the_start(page, ours)


def old_guests_are_taken_to_localhost_at_the_start(page: Page, ours: Running) -> None:
    page.goto(f"{ours.url}/?move")
    expect(page).to_have_url(f"http://localhost:{ours.port}/")
    expect(page.locator(hook("play-manhattan"))).to_be_visible()
