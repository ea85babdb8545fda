"""The Manhattan table at every size: all of a move is on the screen, and nothing is turned."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.advised import come_in, new_table, played
from tests.browser.conftest import PATIENCE, Newcomer
from tests.browser.hands import Mouse
from tests.browser.manhattan import Builder
from tests.browser.places import holds_a_card, hook, waits
from tests.browser.problems import Problems
from tests.browser.test_axe import violations
from tests.browser.test_budgets import THREE, Line
from tests.server.running import Running

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
]

HIDDEN = """() => {
  const [width, height] = [innerWidth, innerHeight];
  const name = ({ dataset, textContent }) =>
    dataset.site ?? dataset.card ?? dataset.size ?? textContent;
  const outside = [...document.querySelectorAll(
    '[data-site], [data-card], [data-size], [data-test=confirm], [data-test=prompt]'
  )].filter((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    if (left < -0.5 || top < -0.5 || right > width + 0.5 || bottom > height + 0.5) return true;
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !at || !(each.contains(at) || at.matches('[data-monster], [data-monster] *'));
  });
  const scrolls = document.scrollingElement.scrollHeight > height;
  return [...outside.map(name), ...(scrolls ? ['the page scrolls'] : [])];
}"""
"""The parts of the table that are outside the screen or covered by something."""


def at_table(page: Page, players: int, **options: Any) -> str:
    come_in(page)
    asked = {"players": players, **options}
    table = new_table(page, "manhattan", players, options=asked)
    page.goto(f"table/{table}")
    return table


def everything_fits(page: Page, sizes: list[tuple[int, int]]) -> None:
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        end = time.monotonic() + PATIENCE / 1000
        while (hidden := page.evaluate(HIDDEN)) and time.monotonic() < end:
            page.wait_for_timeout(20)  # a busy machine is slow to lay it out
        assert hidden == [], f"{width} × {height}"


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (4, SIZES[::4]),
        *(pytest.param(players, SIZES, marks=pytest.mark.slow) for players in (2, 4)),
    ],
    ids=["some", "two-players", "all"],
)
def test_board_hand_and_button_share_every_screen(
    page: Page, players: int, sizes: list[tuple[int, int]]
) -> None:
    at_table(page, players)
    expect(page.locator(hook("choose"))).to_be_visible()
    everything_fits(page, sizes)
    page.set_viewport_size({"width": 1280, "height": 800})
    builder = Builder(Mouse(page))
    builder.decide()
    expect(page.locator('[data-card][aria-disabled="false"]').first).to_be_visible()
    holds_a_card(page)
    expect(page.locator(hook("foresight"))).to_be_visible()
    assert violations(page) == []
    everything_fits(page, sizes)


def test_enter_follows_a_click_and_nothing_moves(page: Page) -> None:
    """Enter takes the blocks without any focus, and builds with the focus on a block."""
    page.set_viewport_size({"width": 1024, "height": 768})
    at_table(page, 3)
    site, slot = page.locator("[data-site=A1]"), page.locator(".slot").first
    block, log = page.locator('[data-size="1"]'), page.locator(hook("log"))
    block.click()
    before = site.bounding_box(), slot.bounding_box()
    for _ in range(3):
        block.click()
    assert slot.bounding_box() == before[1]
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    expect(page.locator('[data-card][aria-disabled="false"]').first).to_be_visible()
    expect(log).to_contain_text("Round 1")
    assert site.bounding_box() == before[0]
    holds_a_card(page)
    page.locator("[data-block]").first.press("Escape")
    page.locator("[data-card]").first.click()
    dim = page.locator("[data-site]:not([data-lit])").first
    expect(dim).to_have_css("opacity", "0.66")
    page.keyboard.press("Tab")  # the ring appears for keys only
    dim.focus()
    expect(dim).to_have_css("opacity", "1")
    page.keyboard.press("Escape")
    holds_a_card(page)
    page.locator("[data-block]").first.press("Enter")
    expect(log).to_contain_text("builds 1 floor on")


def place(page: Page, letter: str) -> tuple[float, float]:
    box = page.locator(f'section:has(> div > [data-site="{letter}5"])').bounding_box()
    assert box is not None
    return box["y"], box["x"]


def order(page: Page) -> str:
    """The districts in reading order."""
    return "".join(sorted("ABCDEF", key=lambda letter: place(page, letter)))


def columns(page: Page) -> int:
    """The number of districts side by side."""
    first = place(page, "A")[0]
    return sum(place(page, letter)[0] == first for letter in "ABCDEF")


MARKED = "card => [...card.querySelectorAll('rect')].findIndex((each) => each.matches('.marked'))"


def marked(card: Locator) -> int:
    """The cell, 1 to 9, that a card shows as marked."""
    return 1 + int(card.evaluate(MARKED))


def letters_choose_blocks_and_enter_takes_them(page: Page) -> None:
    page.locator("[data-card]").first.focus()
    page.keyboard.type("qwas")
    colours = page.locator(f"{hook('choose')} .trays [role=group]")
    expect(colours.nth(0).locator("button")).to_have_count(2)
    expect(colours.nth(1).locator("button")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(colours.locator("button")).to_have_count(0)
    page.locator("[data-site]").first.focus()
    take = page.locator(hook("confirm"))
    page.keyboard.press("Enter")
    expect(take).to_have_text(re.compile("Choose 8 more"))
    page.keyboard.type("qqqqaaaa")
    expect(take).to_have_text("Take these")
    page.keyboard.press("Enter")
    expect(page.locator(hook("choose"))).to_have_count(0)


@pytest.mark.parametrize("side", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_cards_are_turned_to_their_player_and_the_board_is_not(page: Page, side: int) -> None:
    at_table(page, 2, sides=[side, 0])
    expect(page.locator(hook("choose"))).to_be_visible()
    letters_choose_blocks_and_enter_takes_them(page)
    assert order(page) == "ABCDEF"
    assert columns(page) == 3
    card = page.locator('[data-card][aria-disabled="false"]').first
    cell = marked(card)
    card.click()
    lit = page.locator("[data-lit]")
    expect(lit.first).to_be_visible()
    sites = lit.evaluate_all("all => all.map((each) => each.dataset.site)")
    assert {site[1] for site in sites} == {str(cell)}
    name = f"Card {card.get_attribute('data-card')}: site {cell} in every district"
    expect(card).to_have_attribute("title", name)
    page.locator(hook("turn-table")).click()
    everything_fits(page, [(390, 844), (360, 640)])  # a turned board used to be too high
    assert columns(page) == 2  # as on the table
    page.locator('[data-block][aria-disabled="false"]:not(.out)').first.click()
    lit.first.click()
    expect(page.locator(f"{hook('foresight-all')} .own svg")).to_have_count(2)  # both colours


def test_a_turned_board_stays_turned_in_two_dimensions_and_three(
    newcomer: Newcomer, service: Running, problems: Problems
) -> None:
    """The skyline is fetched when it is opened."""
    problems.expect("GPU stall")  # software rendering of the skyline
    page = newcomer(fresh=True)
    line = Line(page, service.url.removeprefix("http://"))
    at_table(page, 3, variants=["progressive"])
    expect(page.locator(hook("choose"))).to_be_visible()
    for _ in range(2):
        page.locator(hook("turn-table")).click()
    assert order(page) == "FEDCBA"
    page.reload()
    expect(page.locator(hook("choose"))).to_be_visible()
    assert order(page) == "FEDCBA"
    assert page.locator(".plan .closed").count() == 3
    page.set_viewport_size({"width": 360, "height": 480})  # quick to render
    before = line.total()
    page.locator(hook("toggle-3d")).click()
    waits(f'{hook("skyline")}[data-ready="true"]')(page)
    assert line.total() - before > THREE
    assert line.elsewhere == []
    canvas = page.locator("canvas")
    expect(canvas).to_have_attribute("data-facing", "2")
    expect(canvas).to_have_attribute("data-closed", "3")
    page.locator(hook("turn-table")).click()
    expect(canvas).to_have_attribute("data-facing", "3")
    assert page.evaluate(HIDDEN) == []


def test_districts_keep_their_places_on_a_phone_where_neighbours_matter(
    newcomer: Newcomer, service: Running
) -> None:
    """And the log tells what the monster does."""
    page = newcomer({"viewport": {"width": 390, "height": 844}})
    table = at_table(page, 3, variants=["godzilla"], rounds=1)
    expect(page.locator("[data-monster]")).to_be_visible()
    assert columns(page) == 3
    assert page.evaluate(HIDDEN) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    played(page, service, table, 3)
    log = page.locator(hook("log"))
    expect(log.locator(".effect").first).to_contain_text("The monster")


@pytest.mark.slow  # test_in_view.py has the table on a tablet in every run
def test_the_points_of_every_item_fit_beside_the_board(newcomer: Newcomer) -> None:
    page = newcomer({"viewport": {"width": 1440, "height": 900}}, locale="fr")
    at_table(page, 4, urban=True)
    page.locator(hook("tab-points")).click()
    table = page.locator(f"{hook('points')} table")
    expect(table).to_be_visible()
    over = "each => each.scrollWidth - each.parentElement.clientWidth"
    assert table.evaluate(over) <= 0
    last = table.locator("td").last.bounding_box()
    assert last is not None
    assert last["x"] + last["width"] <= 1440
