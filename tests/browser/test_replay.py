"""The replay of a finished game and of an uploaded record: stepped through, shared, saved."""

from __future__ import annotations

import json
import re
import struct
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from baumeister.core.registry import find
from baumeister.records import load, replay
from baumeister.testing import record_of_random
from tests.browser.conftest import MOVING, Newcomer
from tests.browser.places import hook
from tests.browser.problems import Problems
from tests.waiting import until

ITEMS = ("highest", "majorities", "buildings", "urban")
OPTIONS = {"manhattan": {"players": 2, "rounds": 2, "blocks": 3}, "tangram-city": {"players": 2}}
GAMES = ["manhattan", pytest.param("tangram-city", marks=pytest.mark.slow)]


@pytest.fixture(scope="module", params=GAMES)
def record(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return random_record(tmp_path_factory.mktemp("record"), request.param, **OPTIONS[request.param])


def random_record(folder: Path, name: str, **options: int) -> Path:
    """The file of a game with random decisions."""
    game = find(name)
    path = folder / "game.bau.json"
    path.write_text(record_of_random(game, game.options(options), 5).dumps(), "utf-8")
    return path


def line_of(page: Page) -> int:
    """The current line according to the slider."""
    return int(page.locator(hook("where")).input_value())


def upload(page: Page, record: Path) -> None:
    page.goto("replay")
    page.locator(hook("upload")).set_input_files(record)
    expect(page.locator(hook("result"))).to_be_visible()  # it opens at the end
    expect(page.get_by_text(re.compile(r"\bwins?$"))).to_have_count(1)  # said once
    page.keyboard.press("Home")
    expect(page.locator(hook("result"))).to_be_hidden()


def drawing(page: Page) -> str:
    """The board's drawing, without the ids of this page."""
    return re.sub(r"\bc\d+-", "", page.locator("div.picture > svg").inner_html())


def test_stepped_through_shared_and_saved(page: Page, record: Path, tmp_path: Path) -> None:
    upload(page, record)
    each = 2 if '"manhattan"' in record.read_text("utf-8") else 1  # colours of a player
    expect(page.locator(f"{hook('scores')} svg")).to_have_count(2 * each)
    empty = drawing(page)
    page.locator(hook("forward")).click()
    first = line_of(page)
    assert first > 0
    page.locator(hook("next-round")).click()
    scored = line_of(page)
    assert scored > first
    assert drawing(page) != empty
    page.locator(hook("back")).click()
    assert first <= line_of(page) < scored
    page.locator(hook("play")).click()
    until(lambda: line_of(page) > scored)
    page.keyboard.press("End")
    last = len(json.loads(record.read_text("utf-8"))["log"])
    assert line_of(page) == last
    page.keyboard.press("Home")
    assert drawing(page) == empty
    curve_and_rounds_lead_to_positions(page)
    a_shared_link_opens_the_same_position(page)
    downloads_are_real_files(page, record, tmp_path)


def curve_and_rounds_lead_to_positions(page: Page) -> None:
    rounds = page.locator("table tbody th button")
    rounds.first.click()
    scored = line_of(page)
    assert scored > 0
    curve = page.locator('aside svg[role="img"]').first
    curve.scroll_into_view_if_needed()
    box = curve.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.9, box["y"] + box["height"] / 2)
    assert line_of(page) > scored


@pytest.mark.slow  # test_scoring.py steps through one in every run
def test_the_scoring_of_a_round_is_animated_to_its_end(newcomer: Newcomer, tmp_path: Path) -> None:
    """The animation runs by itself: highest building and six districts."""
    found = random_record(tmp_path, "manhattan", players=3)
    first = json.loads(found.read_text("utf-8"))["result"]["rounds"][0]
    points = [sum(each[item] for item in ITEMS) for each in first]
    page = newcomer(**MOVING)
    page.clock.install(time=0)
    upload(page, found)
    page.clock.pause_at(3600)  # a busy machine would see only the last steps
    page.locator(hook("count")).first.click()
    steps, sums = page.locator("dialog .steps li"), page.locator("dialog .sums b")
    expect(steps).to_have_count(7)
    expect(page.locator("dialog .steps li.hidden")).to_have_count(6)
    page.clock.run_for(20_000)
    expect(page.locator("dialog .steps li.hidden")).to_have_count(0)
    expect(sums).to_have_text([str(each) for each in points])


def a_shared_link_opens_the_same_position(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("Home")
    page.locator(hook("next-round")).click()
    seen = drawing(page)
    page.locator(hook("share")).click()
    link = page.evaluate("navigator.clipboard.readText()")
    other = page.context.new_page()
    other.goto(link)
    expect(other.locator(hook("forward"))).to_be_visible()
    assert line_of(other) == line_of(page)
    assert drawing(other) == seen
    other.close()


def downloads_are_real_files(page: Page, record: Path, tmp_path: Path) -> None:
    files = {kind: tmp_path / f"saved.{kind}" for kind in ("record", "svg", "png")}
    for kind, path in files.items():
        with page.expect_download() as coming:
            page.locator(hook(f"save-{kind}")).click()
        coming.value.save_as(path)
    assert json.loads(files["record"].read_text("utf-8")) == json.loads(record.read_text("utf-8"))
    assert list(replay(load(files["record"])))
    svg = ElementTree.parse(files["svg"]).getroot()
    assert svg.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(list(svg.iter())) > 40
    assert len(set(pixels(files["png"]))) > 20


def pixels(path: Path) -> bytes:
    """The decompressed data of a PNG, which must be complete."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    packed, at = b"", 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(
            kind + body
        )
        if kind == b"IDAT":
            packed += body
        at += 12 + length
    return zlib.decompress(packed)


@pytest.mark.slow  # a film takes its time
def test_a_picture_and_a_film_to_share(page: Page, tmp_path: Path) -> None:
    short = random_record(tmp_path, "manhattan", players=2, rounds=1, blocks=1)
    page.goto("replay")
    page.locator(hook("upload")).set_input_files(short)
    begins = {"share-picture": b"\x89PNG", "share-film": b"\x1aE\xdf\xa3"}
    for button, magic in begins.items():
        with page.expect_download() as coming:
            page.locator(hook(button)).click()
        saved = coming.value.path().read_bytes()
        assert saved.startswith(magic)
        assert len(saved) > 5000


def test_an_invalid_record_is_explained_in_the_language_of_the_reader(
    newcomer: Newcomer, problems: Problems, tmp_path: Path
) -> None:
    page = newcomer(locale="de")
    page.goto("replay")
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"format": "another"}')
    problems.expect("400")
    page.locator(hook("upload")).set_input_files(wrong)
    expect(page.locator("main")).to_contain_text("keine Aufzeichnung von Baumeister")
    wrong.write_text("not a record")
    page.goto("replay")
    page.locator(hook("upload")).set_input_files(wrong)
    expect(page.locator(".toast")).to_be_visible()
