"""The scoring of a round: step by step, skipped and opened again; the rating of a solo game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.advised import come_in, new_table, played
from tests.browser.conftest import Newcomer
from tests.browser.places import closed_result, hook
from tests.browser.scenery import Scenery
from tests.browser.test_axe import too_small, violations
from tests.browser.test_in_view import SMALL, at, box
from tests.server.running import Running

FOOTER = "dialog[open] footer"


def open_result(newcomer: Newcomer, scenery: Scenery, table: str) -> Page:
    page = newcomer(storage_state=scenery.state)
    page.goto(f"table/{scenery.tables[table]}")
    expect(page.locator(hook("over"))).to_be_visible()
    return page


def step_through(page: Page, seen: str) -> int:
    """Press "Go on" until the scoring ends; the number of different pictures."""
    step = page.locator(hook("round-step"))
    steps = 0
    while step.count():
        before = page.locator(seen).all_inner_texts()
        assert before
        step.click()
        steps += 1
        if step.count():
            expect(page.locator(seen)).not_to_have_text(before)
    return steps


def test_the_final_scoring_of_tangram_city_steps_to_the_bonuses(
    newcomer: Newcomer, scenery: Scenery
) -> None:
    page = open_result(newcomer, scenery, "tangram-end")
    points = page.locator(f"{hook('over')} li strong").all_inner_texts()
    page.locator(hook("last-scoring")).click()
    totals = page.locator(f"{hook('count-total')} dd")
    expect(totals).to_have_count(3)
    assert sorted(totals.all_inner_texts()) == sorted(text.split()[0] for text in points)

    page.locator(hook("count-again")).click()
    expect(totals.first).to_have_text("–")
    assert step_through(page, f"{hook('round')} .now dt") == 4
    expect(totals.first).not_to_have_text("–")
    for bonus in ("planning", "harmony"):
        expect(page.locator(f"{hook(f'count-{bonus}')} dd").first).to_contain_text("+")

    page.set_viewport_size({"width": 360, "height": 640})
    page.locator(hook("count-again")).click()
    page.locator(hook("round-step")).click()
    expect(page.locator("dialog h2").first).to_be_in_viewport()  # it is not scrolled away
    left, right = (box(page, f"dialog figure >> nth={at}") for at in (0, 1))
    assert left["y"] == right["y"]  # side by side
    page.locator(hook("skip")).dblclick()
    assert page.locator(hook("skip")).count() == 0  # not shown again by the second click
    expect(totals.first).not_to_have_text("–")
    page.locator(hook("round-on")).click()
    expect(page.locator(hook("over"))).to_be_visible()


SCROLL_DOWN = "round => { round.closest('dialog').scrollTop = 9999 }"


def test_a_scoring_of_manhattan_is_opened_again_on_a_phone(
    newcomer: Newcomer, scenery: Scenery
) -> None:
    page = at(newcomer, scenery, "manhattan-end", {**SMALL, "color_scheme": "dark"})
    assert violations(page) == []
    assert too_small(page) == []
    closed_result(page)
    page.locator(hook("table-menu")).click()
    page.locator(hook("scoring")).click()
    expect(page.locator(hook("round-on"))).to_be_focused()  # for Enter
    steps = page.locator(f"{hook('round')} .steps li")
    expect(steps.last).to_be_visible()
    page.locator(hook("count-again")).click()
    expect(steps.last).to_be_hidden()
    page.locator(hook("round")).evaluate(SCROLL_DOWN)
    for _ in range(4):
        page.locator(hook("round-step")).click()
        assert box(page, ".steps .current")["y"] >= box(page, ".stage")["bottom"]
    points_and_board_stay_in_view(page)
    assert box(page, FOOTER)["height"] < 80  # one row of buttons
    assert box(page, ".steps .current")["bottom"] <= box(page, FOOTER)["y"]
    assert 4 + step_through(page, f"{hook('round')} .steps .current") == steps.count() - 1
    expect(page.locator(".steps .current")).to_have_count(0)
    expect(steps.last).to_be_in_viewport(ratio=0.99)
    points_and_board_stay_in_view(page)
    page.locator(hook("count-again")).click()
    expect(page.locator("dialog h2").first).to_be_in_viewport(ratio=0.99)  # it begins at the top
    expect(steps.first).to_be_in_viewport(ratio=0.99)
    the_counts_of_four_colours_fit_into_a_district(page)
    the_rounds_of_the_replay_fit(page, scenery)


def points_and_board_stay_in_view(page: Page) -> None:
    for part in ("dialog .sums", "dialog .plan section >> nth=-1"):
        expect(page.locator(part).first).to_be_in_viewport(ratio=0.99)


FOUR_IN_EVERY_DISTRICT = """all => all.map((header) => {
  const counts = header.querySelector('.counts');
  while (counts.children.length < 4) counts.append(counts.lastElementChild.cloneNode(true));
  return header.scrollWidth - header.clientWidth;
})"""


def the_counts_of_four_colours_fit_into_a_district(page: Page) -> None:
    """In the scoring of a round, where the plan is smallest."""
    over = page.locator("dialog .plan header").evaluate_all(FOUR_IN_EVERY_DISTRICT)
    assert len(over) == 6
    assert max(over) <= 0, over


def the_rounds_of_the_replay_fit(page: Page, scenery: Scenery) -> None:
    page.goto(f"replay/{scenery.tables['manhattan-end']}")
    expect(page.locator(".now")).to_have_text(re.compile("win"))
    rounds = page.locator("section:has(> .scroll) .scroll")
    assert rounds.evaluate("each => each.scrollWidth <= each.clientWidth")


@pytest.mark.slow  # best.test.ts and test_tangram.py have best and rating
def test_the_solo_rating_shows_its_scale_and_the_personal_best(
    page: Page, service: Running
) -> None:
    come_in(page)
    scores = []
    for _ in range(2):
        table = new_table(page, "tangram-city", 1)
        played(page, service, table)
        page.goto(f"table/{table}")
        best = page.locator(hook("best"))
        expect(best).to_be_visible()
        scores.append(page.locator(f"{hook('over')} .ranks strong").inner_text().split()[0])
        scale = page.locator(f"{hook('rating-scale')} li")
        expect(scale).to_have_count(5)
        reached = scale.and_(page.locator("[aria-current]"))
        expect(reached).to_contain_text(scores[-1])
        expect(reached).to_contain_text(page.locator(hook("rating")).inner_text())
    expect(best).to_contain_text(scores[0])
    expect(page.locator(f"{hook('rating-scale')} .chip")).to_contain_text(scores[0])
