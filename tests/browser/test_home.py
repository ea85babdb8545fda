"""The start page: one click to a game, unfinished games out of the way, different opponents."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.advised import come_in, new_table
from tests.browser.conftest import Newcomer
from tests.browser.places import hook

SMALL = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
MIDDLE = {"viewport": {"width": 1024, "height": 768}}
TWINS = [{"kind": "me"}, *[{"kind": "bot", "bot": "manhattan:3"}] * 3]


def with_unfinished_games(page: Page) -> list[str]:
    come_in(page)
    tables = [new_table(page, "manhattan", 4, seats=TWINS), new_table(page, "tangram-city", 2)]
    page.goto("")
    expect(page.locator(hook("unfinished"))).to_contain_text("2 unfinished games")
    return tables


def play_now_is_above_the_fold(page: Page, *games: str) -> None:
    for game in games:
        box = page.locator(hook(f"play-{game}")).bounding_box()
        assert box is not None
        assert page.viewport_size is not None
        assert box["y"] + box["height"] <= page.viewport_size["height"]


def test_play_now_is_above_the_fold_of_a_phone(newcomer: Newcomer) -> None:
    page = newcomer(SMALL)
    with_unfinished_games(page)
    play_now_is_above_the_fold(page, "manhattan")


def test_unfinished_games_fold_away_and_can_be_abandoned(newcomer: Newcomer) -> None:
    page = newcomer(MIDDLE)
    table, other = with_unfinished_games(page)
    play_now_is_above_the_fold(page, "manhattan", "tangram-city")
    row = page.locator(f'li:has([data-table="{table}"])')
    expect(row).to_be_hidden()
    page.locator(hook("unfinished")).click()
    expect(row).to_contain_text("Ada, Frieda, Frieda 2, and Frieda 3")
    row.locator(hook("abandon")).click()
    page.locator(hook("abandon-yes")).click()
    expect(row).to_be_hidden()
    expect(page.locator(hook("unfinished"))).to_contain_text("1 unfinished game")
    page.goto("tables")  # it is not kept as a defeat either
    expect(page.locator(f'[data-table="{other}"]')).to_be_visible()
    expect(page.locator(f'[data-table="{table}"]')).to_have_count(0)


def test_the_phone_header_shows_whole_names_and_colours(newcomer: Newcomer) -> None:
    page = newcomer(SMALL)
    page.goto("")
    page.locator(hook("name")).fill("Clever Caroline")  # no suggested name, which may be taken
    page.locator(hook("play-manhattan")).tap()
    names = page.locator(f"{hook('strip')} .name")
    expect(names).to_have_text(["O Clever Caroline", "B Bruno", "Y Pia", "P Frieda"])
    sizes = names.evaluate_all(
        "(all) => all.map((e) => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight])"
    )
    assert all(wider <= 0 and higher <= 2 for wider, higher in sizes)  # 2 pixels of rounding


def test_a_game_alone_is_one_click(page: Page) -> None:
    page.goto("")
    page.locator(hook("alone-tangram-city")).click()
    expect(page.locator(f"{hook('players')} [data-seat]")).to_have_count(1)
