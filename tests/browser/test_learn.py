"""The tutorial of each game from the first step to the last."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Newcomer
from tests.browser.hands import WAYS, Hands
from tests.browser.problems import Problems
from tests.browser.test_axe import too_small, violations

GAMES = Path(__file__).parents[2] / "web" / "src" / "games"
COURSES = [
    ("tangram-city", "touch", 4),
    *(
        pytest.param(game, way, 100, marks=pytest.mark.slow)
        for game in ("manhattan", "tangram-city")
        for way in ("touch", "mouse")
    ),
]


def steps(game: str) -> list[dict[str, Any]]:
    course = json.loads((GAMES / game / "lessons.json").read_text("utf-8"))
    return [step for chapter in course["chapters"] for step in chapter["steps"]]


@pytest.mark.parametrize(("game", "way", "most"), COURSES)
def test_a_course_from_its_first_step(
    newcomer: Newcomer, problems: Problems, game: str, way: str, most: int
) -> None:
    taken = steps(game)[:most]
    problems.expect("409")  # a lesson provokes a refusal
    learner = Learner(WAYS[way](newcomer(WAYS[way].device, color_scheme="dark")))
    page = learner.page
    page.goto("learn")
    learner.press(f'[data-test="course-{game}"] [data-test="begin"]')
    for number, step in enumerate(taken, start=1):
        expect(page).to_have_url(f"{page.url.partition('/learn')[0]}/learn/{game}/{number}")
        expect(page.locator('[data-test="board"] *').first).to_be_visible()
        if number == 3 and way == "touch":
            assert violations(page) == []
            assert too_small(page) == []
        learner.does(step)
        if number < len(steps(game)):
            learner.press('[data-test="next"].main')  # no longer "skip"
    if taken == steps(game):
        expect(page.locator('[data-test="play-now"]')).to_be_visible()
    page.goto("learn")
    progress = page.locator(f'[data-test="course-{game}"] progress')
    expect(progress).to_have_js_property("value", len(taken))


def test_a_wrong_move_is_explained(newcomer: Newcomer) -> None:
    """A move that misses the goal is explained and can be retried."""
    page = newcomer(PHONE)
    learner = Learner(WAYS["touch"](page))
    number = next(i for i, step in enumerate(steps("manhattan"), 1) if step["id"] == "height")
    page.goto(f"learn/manhattan/{number}")
    learner.build("build 7 A7 2")
    expect(page.locator('[data-test="nudge"]')).to_be_visible()
    expect(page.locator('[data-test="done"]')).to_have_count(0)


class Learner:
    """Makes the moves that the lessons ask for."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.page: Page = hands.page

    def press(self, selector: str) -> None:
        self.hands.press(self.page.locator(selector).first)

    def does(self, step: dict[str, Any]) -> None:
        tasks = step.get("tasks", [])
        for number, task in enumerate(tasks):
            answers = task["show"]
            self.answer(answers[min(number, len(answers) - 1)], "refused" in task["goal"])
            expect(self.page.locator('[data-test="done"]')).to_be_visible()
            if number + 1 < len(tasks):
                counter = self.page.locator(".task h2 .number")
                expect(counter).to_have_text(f"{number + 2}/{len(tasks)}")
                expect(self.page.locator('[data-test="show-me"]')).to_be_enabled()

    def answer(self, action: str, refused: bool) -> None:
        kind, *rest = action.split()
        if refused:
            self.press('[data-test="show-me"]')
        elif kind == "side":
            self.press(f'[data-test="side-{rest[0]}"]')
        elif kind in ("place", "fountain"):
            self.press('[data-test="show-me"]')
            self.press('[data-test="take-hint"]')
            self.press('[data-test="confirm"]')
        elif kind == "skip":
            self.skip(rest[0])
        elif kind == "choose":
            for size in rest[-1]:
                self.press(f'[data-size="{size}"]')
            self.press('[data-test="confirm"]')
        else:
            self.build(action)

    def skip(self, piece: str) -> None:
        if self.page.locator(f'[data-piece="{piece}"]').count():
            self.press(f'[data-piece="{piece}"]')
        self.press('[data-test="decline"]')
        really = self.page.locator('[data-test="decline-really"]')
        if really.count():
            self.hands.press(really)

    def build(self, action: str) -> None:
        _, card, site, *block = action.split()
        self.press(f'[data-card="{card}"]')
        self.press(f'[data-block="{" ".join(block)}"]')
        self.press(f'[data-site="{site}"]')
        self.press('[data-test="confirm"]')
