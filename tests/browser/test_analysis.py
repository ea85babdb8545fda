"""The analysis of a game: started, cancelled, stepped through, and its mistakes retried."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from baumeister.bots.analysis import analyse
from baumeister.core.registry import find
from baumeister.records import Player, Record, record_of, replay
from baumeister.testing import random_match
from tests.browser.advised import come_in, new_table, played
from tests.browser.conftest import Newcomer
from tests.browser.hands import WAYS, Hands
from tests.browser.places import hook
from tests.browser.test_axe import violations
from tests.browser.test_replay import line_of, upload
from tests.server.running import Running


@pytest.fixture(scope="module")
def record() -> Record:
    game = find("manhattan")
    options = game.options({"players": 3, "rounds": 1, "blocks": 3})
    players = [Player(seat, name) for seat, name in enumerate(("Ada", "Bo", "Cleo"))]
    return record_of(random_match(game, options, 5), players)


@pytest.fixture
def file(record: Record, tmp_path: Path) -> Path:
    path = tmp_path / "game.bau.json"
    path.write_text(record.dumps(), "utf-8")
    return path


class Mistake:
    """A decision of the record that the fake analysis calls a mistake, with a better one."""

    def __init__(self, record: Record) -> None:
        built = (step for step in replay(record) if str(step.action).startswith("build"))
        step = list(built)[6]
        self.line, self.actor = step.line, step.actor
        self.action = str(step.action)
        legal = map(str, record.game.legal(step.before, step.actor))
        by_site = {each.split()[2]: each for each in legal if each.startswith("build")}
        del by_site[self.action.split()[2]]  # on another site
        self.better, self.other = list(by_site.values())[:2]

    def analysis(self, record: Record) -> dict[str, Any]:
        """An analysis with only this mistake."""
        found = analyse(record, nodes=10).data()
        for line in found["lines"]:
            if "verdict" in line:
                line |= {"verdict": "best", "best": line["action"], "lost": 0.0}
        found["lines"][self.line - 1] |= {
            "verdict": "blunder",
            "best": self.better,
            "lost": 0.21,
            "lost_points": 3.5,
            "reasons": [],
            "words": ["a reason", "and another"],
            "done": [],
            "done_words": ["what it does"],
            "contrast": [{"code": "chances", "chances": [[0, 0.21]]}],
            "contrast_words": ["what follows"],
        }
        return found


def answered(page: Page, result: dict[str, Any]) -> None:
    """Answer requests for an analysis with this one."""
    lines = [{"type": "job", "id": 0, "done": 0.4}, {"type": "job", "id": 0, "done": 1}]
    lines[1]["result"] = result
    body = "".join(json.dumps(line) + "\n" for line in lines)
    page.route("**/api/analysis", lambda route: route.fulfill(body=body))


@pytest.fixture(scope="module")
def mistake(record: Record) -> Mistake:
    return Mistake(record)


@pytest.fixture(scope="module")
def analysis(record: Record, mistake: Mistake) -> dict[str, Any]:
    return mistake.analysis(record)


@pytest.mark.parametrize(
    "way",
    ["mouse", *(pytest.param(each, marks=pytest.mark.slow) for each in ("touch", "keyboard"))],
)
def test_a_mistake_is_shown_and_retried(
    newcomer: Newcomer, mistake: Mistake, analysis: dict[str, Any], file: Path, way: str
) -> None:
    hands = WAYS[way](newcomer(WAYS[way].device))
    page = hands.page
    answered(page, analysis)
    upload(page, file)
    hands.press(hands.at("analyse"))
    hands.press(hands.at("next-mistake"))
    assert line_of(page) == mistake.line
    review = hands.at("move-review")
    expect(review).to_contain_text("Blunder")
    expect(review).to_contain_text("21%")
    expect(review).to_contain_text("and another")
    expect(hands.at("did")).to_have_text("what it does")
    expect(hands.at("contrast")).to_contain_text("what follows")
    if way == "mouse":
        assert violations(page) == []
    site = mistake.better.split()[2]
    hands.press(hands.at("show-better"))
    expect(page.locator(f'[data-site="{site}"] .hint')).to_be_visible()
    hands.press(hands.at("learn"))
    if way == "mouse":  # beside the report, task, board and hand share the screen
        for part in ("learn-show", "confirm"):
            expect(hands.at(part)).to_be_in_viewport(ratio=0.99)
    build(hands, mistake.better)
    expect(hands.at("learning")).to_contain_text("Correct.")
    expect(hands.at("learn-answer")).to_be_in_viewport()
    hands.press(hands.at("learn-next"))
    expect(hands.at("learning")).to_have_count(0)
    if way == "mouse":
        another_move_may_be_as_good(hands, mistake)


def another_move_may_be_as_good(hands: Hands, mistake: Mistake) -> None:
    page = hands.page
    asked: list[Any] = []

    def judged(route: Route) -> None:
        asked.append(route.request.post_data_json)
        answer = route.fetch()
        assert answer.ok, answer.text()
        route.fulfill(json=answer.json() | {"verdict": "good"})

    page.route("**/api/judgement", judged)
    hands.press(hands.at("learn"))
    answer = hands.at("learn-answer")

    build(hands, mistake.action)
    expect(answer).to_contain_text("There is a better move.")
    expect(hands.at("learn-show")).to_be_visible()
    assert asked == [], "the verdict of the played move is already known"
    hands.press(hands.at("learn-again"))

    build(hands, mistake.other)
    expect(answer).to_contain_text("Also good.")
    learning = hands.at("learning")
    expect(learning).to_contain_text("The best move found:")
    expect(hands.at("learn-show")).to_have_count(0)
    (only,) = asked
    assert (only["action"], only["best"]) == (mistake.other, mistake.better)
    assert only["line"] == mistake.line


def test_a_finished_table_is_replayed_analysed_and_the_analysis_kept(
    newcomer: Newcomer, service: Running
) -> None:
    page = newcomer()
    come_in(page)
    short = {"players": 2, "rounds": 1, "blocks": 2}
    table = new_table(page, "manhattan", 2, options=short)
    played(page, service, table)
    page.goto(f"table/{table}")
    page.locator(hook("over")).wait_for()
    page.locator(f'a[href*="replay/{table}"]').first.click()
    expect(page.locator(hook("result"))).to_contain_text("Ada")
    last = line_of(page)
    page.locator(hook("back")).click()
    assert 0 < line_of(page) < last
    page.route("**/api/analysis", lambda _: None)  # never answered
    page.locator(hook("analyse")).click()
    expect(page.locator(f"{hook('ask')} progress")).to_be_visible()
    page.locator(hook("cancel-analysis")).click()
    page.unroute("**/api/analysis")
    page.locator(hook("analyse")).click()
    expect(page.locator(f"{hook('report')} > li")).to_have_count(2)
    the_graph_leads_to_positions(page, last)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method + request.url))
    page.goto("replay")
    page.locator(f'a[href$="replay/{table}"]').click()
    expect(page.locator(hook("report"))).to_be_visible()
    expect(page.locator(hook("analyse"))).to_have_count(0)
    assert not any(each.startswith("POST") and "api/analysis" in each for each in asked)


def the_graph_leads_to_positions(page: Page, last: int) -> None:
    page.keyboard.press("Home")
    graph = page.locator(f"{hook('chances')} svg").first
    expect(page.locator(f"{hook('chances-legend')} span")).not_to_have_count(0)
    box = graph.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.6, box["y"] + box["height"] / 2)
    assert last / 3 < line_of(page) < last
    page.locator(hook("chances-table")).click()
    chances = page.locator("table tr[aria-current] td")
    expect(chances).to_have_count(2)
    shown = [int(each.rstrip("%")) for each in chances.all_inner_texts()]
    assert 98 <= sum(shown) <= 102
    expect(page.locator("[data-line] .mark").first).to_be_attached()


def build(hands: Hands, action: str) -> None:
    page = hands.page
    _, card, site, floors = action.split()
    hands.press(page.locator(f'[data-card="{card}"]').first)
    hands.press(page.locator(f'[data-block$="{floors}"]').first)
    hands.press(page.locator(f'[data-site="{site}"]'))
    hands.press(hands.at("confirm"))
