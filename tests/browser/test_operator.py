"""The operator's page: sign in with the token, look after tables, ban and lift bans."""

from __future__ import annotations

import httpx
from playwright.sync_api import expect

from tests.browser.conftest import OPERATOR, PHONE, Newcomer
from tests.browser.places import hook
from tests.browser.problems import Problems
from tests.browser.test_axe import too_small, violations
from tests.server.running import Running

NEW = {"game": "manhattan", "options": {"players": 2, "rounds": 1}}


def test_the_operator_looks_after_tables(
    newcomer: Newcomer, problems: Problems, service: Running
) -> None:
    problems.expect("403")  # before signing in
    with httpx.Client(base_url=service.url, trust_env=False) as client:
        client.post("/api/people", json={"name": "Mallory"})
        made = client.post("/api/tables", json=NEW).json()["table"]
        page = newcomer(PHONE)
        page.goto(f"{service.url}/operator")
        page.locator("input[type=password]").fill("wrong, but long enough")
        page.keyboard.press("Enter")
        expect(page.locator("main [role=status]")).to_contain_text("not the operator")
        page.locator("input[type=password]").fill(OPERATOR)
        page.keyboard.press("Enter")
        expect(page.locator(hook("operator-state"))).to_be_visible()
        table = page.locator(f"{hook('operator-tables')} li", has_text=made)
        expect(table).to_contain_text("Mallory")
        assert violations(page) == []
        assert too_small(page) == []
        table.get_by_role("button", name="Close").click()
        expect(table.get_by_role("button", name="Close")).to_have_count(0)
        assert client.get(f"/api/tables/{made}").json()["info"]["status"] == "closed"
        for _ in range(2):
            table.locator(hook("operator-delete")).click()
        expect(table).to_have_count(0)
        assert client.get(f"/api/tables/{made}").status_code == 404
    bans = page.locator(hook("operator-bans"))
    bans.get_by_text("Address", exact=True).click()
    bans.locator("input.input").first.fill("192.0.2.7")
    bans.get_by_role("button", name="Ban").click()
    expect(bans.locator("ul")).to_contain_text("192.0.2.7/32")
    bans.get_by_role("button", name="Lift").click()
    expect(bans.locator("ul")).to_contain_text("Nobody is banned")
    page.reload()
    expect(page.locator(hook("operator-state"))).to_be_visible()
