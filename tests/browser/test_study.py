"""The analysis board and lessons: whole flows, from a text, a game and a record."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from baumeister.core.position_text import parse_position
from baumeister.records import load
from baumeister.server.wire.manhattan import EXAMPLES
from tests.browser.advised import come_in, new_table, played
from tests.browser.conftest import Newcomer
from tests.browser.places import hook
from tests.browser.problems import Problems
from tests.browser.test_replay import random_record
from tests.server.running import Running

TEXT: str = EXAMPLES["evaluate"][0]["position"]
BOARD = hook("analysis-board")
MOVES = f"{hook('tree')} button"


def copied(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


def may_copy(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return random_record(tmp_path, "manhattan", players=2, rounds=1, blocks=3)


def test_a_pasted_position_is_explored(page: Page, newcomer: Newcomer, problems: Problems) -> None:
    problems.expect("status of 400")  # the text with an error
    may_copy(page)
    page.goto("study")
    page.locator(hook("study-analysis")).click()
    field = page.locator(hook("position-text"))
    field.fill(TEXT.replace("tray=4443", "tray=4449"))
    expect(page.locator(hook("text-check"))).to_contain_text("A tray holds blocks of 1 to 4 floors")
    expect(page.locator(hook("open-text"))).to_be_disabled()
    field.fill(TEXT)
    page.locator(hook("open-text")).click()
    expect(page.locator(BOARD)).to_be_visible()

    # The engine's moves can be played; each is a variation.
    page.locator(hook("engine")).check()
    best = page.locator(f"{hook('best-moves')} button")
    expect(page.locator(hook("bars"))).to_contain_text("%")
    best.first.click()
    expect(page.locator(MOVES)).to_have_count(1)
    page.locator(hook("engine")).uncheck()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(hook("back"))).to_be_disabled()

    # So can moves on the board.
    page.locator('[data-card]:not([aria-disabled="true"])').first.click()
    page.locator('[data-block][aria-disabled="false"]:not(.out)').last.click()
    page.locator("[data-site][data-lit]").last.click()
    page.locator(hook("confirm")).click()
    expect(page.locator(MOVES)).to_have_count(2)
    page.locator(hook("comment")).fill("Worth a try.")
    page.keyboard.press("Escape")
    page.locator(hook("comment")).blur()

    # A link contains all of it.
    page.locator(hook("share-study")).click()
    expect(page.get_by_text("Link copied.")).to_be_visible()
    other = newcomer()
    other.goto(copied(page))
    expect(other.locator(MOVES)).to_have_count(2)
    other.locator(MOVES).last.click()
    expect(other.locator(hook("comment"))).to_have_value("Worth a try.")
    other.locator(hook("delete-move")).click()
    expect(other.locator(MOVES)).to_have_count(1)

    # So does the service, for whoever has the address.
    page.locator(hook("study-title")).fill("Two tries")
    page.locator(hook("save-study")).click()
    page.wait_for_url("**/analysis/*")
    other.goto(page.url)
    expect(other.locator(MOVES)).to_have_count(2)
    page.goto("analysis")
    expect(page.locator(hook("saved-studies"))).to_contain_text("Two tries")


def test_a_view_is_explored_with_guessed_cards(page: Page) -> None:
    found = parse_position(TEXT)
    view = TEXT.replace(" : ", " : seat=0 ").replace("1236/2578/1459", "1236/????/????")
    page.goto(f"analysis?position={quote(view)}")
    expect(page.locator(hook("deal-again"))).to_be_visible()
    expect(page.locator(hook("who"))).to_contain_text("Player 3")
    assert found.game.players(found.options) == 3


def test_the_table_copies_only_what_its_seat_knows(page: Page, service: Running) -> None:
    may_copy(page)
    page.goto("")
    come_in(page)
    table = new_table(page, "manhattan", 2)
    played(page, service, table, 2)
    page.goto(f"table/{table}")
    page.locator(hook("table-menu")).click()
    page.locator(hook("copy-text")).click()
    expect(page.get_by_text("The position text is copied.")).to_be_visible()
    found = parse_position(copied(page))
    assert found.state is None
    assert found.view.seat == 0


def test_a_replay_becomes_a_lesson(
    page: Page, newcomer: Newcomer, record: Path, tmp_path: Path
) -> None:
    may_copy(page)
    page.goto("replay")
    page.locator(hook("upload")).set_input_files(record)
    expect(page.locator(hook("result"))).to_be_visible()
    page.keyboard.press("Home")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.locator(hook("lesson-edit")).click()
    page.locator(hook("lesson-comment")).fill("Look at the middle.")
    centre = [page.locator(f'[data-site="{site}"]').bounding_box() for site in ("A5", "C5")]
    (x, y), (to_x, to_y) = (
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in centre if box
    )
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x, to_y)
    page.mouse.up()
    expect(page.locator('[data-mark="A5>C5"]')).to_have_count(1)
    page.locator(hook("lesson-marks")).fill("A5>C5, B2")
    page.locator(hook("lesson-marks")).blur()
    expect(page.locator('circle[data-mark="B2"]')).to_be_visible()

    # The file keeps it and is still a valid record.
    with page.expect_download() as download:
        page.locator(hook("save-record")).click()
    kept = tmp_path / "lesson.bau.json"
    download.value.save_as(kept)
    assert [(note.text, note.marks) for note in load(kept).notes] == [
        ("Look at the middle.", ("A5>C5", "B2"))
    ]

    # The link plays it.
    page.locator(hook("lesson-share")).click()
    expect(page.get_by_text("Link copied.")).to_be_visible()
    reader = newcomer()
    reader.goto(copied(page))
    expect(reader.locator(hook("lesson-text"))).to_have_text("No comment here.")
    reader.locator(hook("lesson-next")).click()
    expect(reader.locator(hook("lesson-text"))).to_have_text("Look at the middle.")
    expect(reader.locator('[data-mark="A5>C5"]')).to_have_count(1)

    # And the analysis board continues from there, with the whole game as its main line.
    reader.locator(hook("analyse-here")).click()
    expect(reader.locator(BOARD)).to_be_visible()
    expect(reader.locator(f"{MOVES}[aria-current]")).to_have_count(1)
    reader.locator(hook("forward")).click()
    with reader.expect_download() as download:
        reader.locator(hook("export-record")).click()
    again = tmp_path / "again.bau.json"
    download.value.save_as(again)
    before, after = (json.loads(each.read_text("utf-8")) for each in (kept, again))
    assert load(again).notes == load(kept).notes
    assert (after["log"], after["result"]) == (before["log"], before["result"])
