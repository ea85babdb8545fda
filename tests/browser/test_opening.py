"""The page opens at every address, on every device, under its CSP.

test_offline.py opens it below a base path.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Newcomer
from tests.browser.problems import Problems
from tests.waiting import until

WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
ADDRESSES = ["tables", "new/manhattan", "replay"]
OFTEN = ["", "learn", "rules/M2.5", "me"]
"""Other tests open these on a phone in every run."""


@pytest.mark.parametrize(
    ("device", "addresses"),
    [
        pytest.param(PHONE, ADDRESSES, id="phone"),
        pytest.param(PHONE, OFTEN, marks=pytest.mark.slow, id="phone-often"),
        pytest.param(DESKTOP, [*OFTEN, *ADDRESSES], marks=pytest.mark.slow, id="desktop"),
    ],
)
def test_every_address_opens_without_a_problem(
    newcomer: Newcomer, device: dict[str, object], addresses: list[str]
) -> None:
    page = newcomer(device)
    for address in addresses:
        page.goto(address)
        expect(page.locator("#app :visible").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert page.evaluate(WIDER) <= 0, f"{address} scrolls horizontally"


def test_the_page_loads_nothing_from_other_hosts(page: Page, problems: Problems) -> None:
    page.goto("")
    problems.expect("Content Security Policy")
    said = page.evaluate("fetch('https://example.org/').then(() => 'loaded', () => 'refused')")
    assert said == "refused"


def test_a_problem_is_recorded(page: Page, problems: Problems) -> None:
    """The `problems` fixture itself can fail a test."""
    page.goto("")
    page.evaluate("console.error('broken'); setTimeout(() => { throw new Error('thrown') })")
    page.evaluate("fetch('api/nothing')")

    def recorded() -> bool:
        page.wait_for_timeout(10)  # events arrive meanwhile
        return all(each in " ".join(problems.found) for each in ("broken", "thrown", "404"))

    until(recorded)
    problems.found.clear()
