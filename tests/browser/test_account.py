"""The account in the page: sessions, password, confirmation, deletion; and removed players."""

from __future__ import annotations

import secrets

import apsw
import pytest
from playwright.sync_api import Page, expect

from tests.browser.advised import come_in
from tests.browser.conftest import DESKTOP, PHONE, Newcomer
from tests.browser.places import hook
from tests.browser.problems import Problems
from tests.browser.test_axe import too_small, violations
from tests.server.running import Running

PASSWORD = "correct horse battery"
OTHER = "staple of a lifetime"


def with_account(page: Page) -> str:
    come_in(page)
    login = f"ada-{secrets.token_hex(4)}"
    made = page.request.post("api/account", data={"login": login, "password": PASSWORD})
    assert made.ok, made.text()
    return login


def let_logins_grow_old(service: Running) -> None:
    """As if everybody had logged in long ago."""
    database = apsw.Connection(str(service.service.settings.data / "baumeister.db"))
    database.set_busy_timeout(30_000)
    database.execute("UPDATE sessions SET confirmed = 0")
    database.close()


def test_sessions_and_a_new_password(newcomer: Newcomer, problems: Problems) -> None:
    problems.expect("status of 400")
    page, elsewhere = newcomer(), newcomer(PHONE)
    login = with_account(page)
    elsewhere.request.post("api/login", data={"login": login, "password": PASSWORD})
    assert elsewhere.request.get("api/me").json()["login"] == login
    page.goto("me")
    sessions = page.locator(f"{hook('sessions')} li")
    expect(sessions).to_have_count(2)
    expect(sessions.filter(has_text="this browser")).to_have_count(1)
    sessions.filter(has_text="last used").get_by_role("button").click()
    expect(sessions).to_have_count(1)
    assert elsewhere.request.get("api/me").json() is None
    form = page.get_by_role("region", name="Change password")
    form.get_by_label("Current password").fill(PASSWORD)
    form.get_by_label("New password").fill("qwertyuiop")
    page.keyboard.press("Enter")
    expect(page.get_by_text("too easy to guess")).to_be_visible()
    form.get_by_label("New password").fill(OTHER)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your password has been changed.")).to_be_visible()
    new = {"login": login, "password": OTHER}
    assert elsewhere.request.post("api/login", data=new).ok


@pytest.mark.parametrize(
    ("device", "theme"),
    [pytest.param(DESKTOP, "light", marks=pytest.mark.slow), (PHONE, "dark")],
)
def test_deleting_an_account_after_logging_in_again(
    newcomer: Newcomer,
    problems: Problems,
    service: Running,
    device: dict[str, object],
    theme: str,
) -> None:
    problems.expect("status of 403")
    page = newcomer(device, color_scheme=theme)
    login = with_account(page)
    let_logins_grow_old(service)
    page.goto("me")
    expect(page.locator(hook("sessions"))).to_contain_text("this browser")
    assert violations(page) == []
    assert device is not PHONE or too_small(page) == []
    page.locator(hook("delete")).click()
    page.locator(hook("delete-sure")).click()
    dialog = page.get_by_role("dialog", name="Log in once more")
    dialog.get_by_label("Password").fill(OTHER)
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("wrong")
    dialog.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your account has been deleted.")).to_be_visible()
    expect(page.get_by_role("heading", name="Create an account")).to_be_visible()
    gone = page.request.post("api/login", data={"login": login, "password": PASSWORD})
    assert gone.status == 403


def test_the_host_removes_somebody_and_lets_them_in_again(newcomer: Newcomer) -> None:
    ada, bob = newcomer(), newcomer(PHONE)
    come_in(ada)
    come_in(bob, "Bob")
    new = {"game": "tangram-city", "options": {"players": 2}, "start": False}
    made = ada.request.post("api/tables", data=new).json()
    ada.goto(f"table/{made['table']}")
    link = f"table/{made['table']}#{made['invite']}"
    bob.goto(link)
    bob.locator(hook("sit-1")).click()
    ada.locator(hook("free-1")).click()
    expect(bob.locator(hook("refused"))).to_contain_text("The host has removed you")
    removed = ada.locator(hook("removed"))
    expect(removed).to_contain_text("Bob was removed")
    removed.get_by_role("button", name="Let in again: Bob").click()
    expect(removed).to_have_count(0)
    bob.reload()
    bob.locator(hook("sit-1")).click()
    expect(bob.locator(hook("stand-1"))).to_be_visible()


def test_a_passkey_makes_an_account_and_confirms_its_deletion(
    newcomer: Newcomer, problems: Problems, service: Running
) -> None:
    problems.expect("status of 403")
    page = newcomer(base_url=f"http://localhost:{service.port}/")
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    key = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
    given = {**key, "hasUserVerification": True, "isUserVerified": True}
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": given})
    come_in(page)
    page.goto("me")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("The passkey has been added.")).to_be_visible()
    expect(page.locator(hook("sessions"))).to_contain_text("this browser")
    let_logins_grow_old(service)
    form = page.get_by_role("region", name="Add a password")
    form.get_by_label("Login name").fill(f"ada-{secrets.token_hex(4)}")
    form.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(hook("confirm"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(form.get_by_role("button", name="Add a password")).to_be_enabled()
    expect(form.get_by_label("Password")).to_have_value(PASSWORD)
    page.locator(hook("delete")).click()
    page.locator(hook("delete-sure")).click()
    page.locator(hook("confirm")).get_by_role("button").click()
    expect(page.get_by_text("Your account has been deleted.")).to_be_visible()
    assert page.request.get("api/me").json() is None
