"""Puzzles in the browser: a puzzle solved, the day's game begun, the trainer."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from baumeister.puzzles.puzzle import Puzzle
from baumeister.puzzles.shipped import puzzle_by_id
from tests.browser.conftest import PHONE, Newcomer
from tests.browser.hands import WAYS, Hands
from tests.browser.test_axe import violations


def played(hands: Hands, action: str) -> None:
    """Make a move on the board, as a person does."""
    _, card, site, *block = action.split()
    page = hands.page
    for part in (f'[data-card="{card}"]', f'[data-block="{" ".join(block)}"]'):
        if page.locator(part).first.get_attribute("aria-pressed") != "true":
            hands.press(page.locator(part).first)
    hands.press(page.locator(f'[data-site="{site}"]').first)
    hands.press(page.locator('[data-test="confirm"]'))


def open_first(page: Page) -> Puzzle:
    """Open the first puzzle of today, from the overview."""
    page.goto("puzzles")
    page.locator('[data-test="today"] [data-test="puzzle"]').first.click()
    expect(page.locator('[data-test="board"] *').first).to_be_visible()
    return puzzle_by_id(page.url.rpartition("/")[2])


def test_a_puzzle_is_tried_solved_and_explained(newcomer: Newcomer) -> None:
    """A wrong move is refuted and may be tried again; the right one is explained in words."""
    page = newcomer()
    hands = WAYS["mouse"](page)
    puzzle = open_first(page)
    assert violations(page) == []
    played(hands, puzzle.wrong[0].move)
    expect(page.locator('[data-test="wrong"]')).to_be_visible()
    expect(page.locator('[data-test="solution"]')).to_have_count(0)
    played(hands, puzzle.best[0])
    expect(page.locator('[data-test="right"]')).to_be_visible()
    expect(page.locator('[data-test="contrast"]')).to_have_count(len(puzzle.wrong))
    expect(page.locator('[data-test="share-text"]')).to_be_visible()
    link = page.locator('[data-test="analyse"]').get_attribute("href") or ""
    assert "analysis?position=" in link
    page.goto("puzzles")
    expect(page.locator('[data-test="statistics"]')).to_contain_text("1 / 1")


def test_the_solution_is_shown_on_a_phone(newcomer: Newcomer) -> None:
    page = newcomer(PHONE, locale="de")
    open_first(page)
    page.locator('[data-test="give-up"]').tap()
    expect(page.locator('[data-test="solution"] strong')).to_be_visible()
    expect(page.locator('[data-test="right"]')).to_have_count(0)


def test_the_game_of_the_day_is_begun_and_continued(page: Page) -> None:
    page.goto("puzzles")
    expect(page.locator('[data-test="day-tangram-city"]')).to_be_visible()
    page.locator('[data-test="day-tangram-city"]').click()
    expect(page.locator('[data-test="goal"]')).to_be_visible()
    page.locator('[data-test="side-a"]').click()
    expect(page.locator('[data-test="side-a"]')).to_have_count(0)
    page.goto("puzzles")
    expect(page.locator('[data-test="day-tangram-city"] .soft')).to_be_visible()


def test_the_trainer_says_what_it_needs_and_trains_by_theme(page: Page) -> None:
    page.goto("trainer")
    expect(page.locator('[data-test="nothing-due"]')).to_be_visible()
    mistake = {"game": "manhattan", "kind": "mistake", "difficulty": 2, "players": 3, "you": None}
    due = [
        {**mistake, "id": "first", "themes": ["take-over"]},
        {**mistake, "id": "second", "themes": ["majority", "take-over"]},
    ]
    state = {"due": due, "waiting": 1, "learned": 0, "next": None, "themes": {}}
    page.route("**/api/trainer", lambda route: route.fulfill(json=state))
    page.reload()
    found = page.locator('[data-test="due"]')
    expect(found.locator('[data-test="puzzle"]')).to_have_count(2)
    assert violations(page) == []
    found.get_by_label("Majorities (1)", exact=True).check()
    expect(found.locator('[data-test="puzzle"]')).to_have_count(1)
    assert page.locator('[data-test="train"]').get_attribute("href").endswith("trainer/second")
