"""The tile editor: draw, check, save, share, print and play, by mouse, touch and keyboard."""

from __future__ import annotations

import json
import math
import re
import zlib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, Page, expect

from baumeister.games.tangram_city.tiles import tile_set
from tests.browser.conftest import PATIENCE, PHONE, Newcomer
from tests.browser.places import hook
from tests.browser.problems import Problems
from tests.browser.test_axe import too_small, violations

JSON = dict[str, Any]
STANDARD = [tile.data() for tile in tile_set("standard")]
MIDDLE = {"whole": (0.5, 0.5), "nw": (0.15, 0.15), "ne": (0.85, 0.15)}
CORNERS = MIDDLE | {"sw": (0.15, 0.85), "se": (0.85, 0.85)}
SIZE = 5
DRAWN = 20
"""Tiles that come from a file; whole fields, halves and a symbol come after them."""


def at(page: Page, name: str) -> Locator:
    return page.locator(hook(name))


def stamps(halves: list[Any]) -> list[tuple[int, int, str]]:
    """What to click for a tile: whole fields in their middle, halves in their corner."""
    found: dict[tuple[int, int], list[str]] = {}
    for x, y, corner in halves:
        found.setdefault((x, y), []).append(corner)
    return [(x, y, own[0] if len(own) == 1 else "whole") for (x, y), own in found.items()]


def point(page: Page, x: int, y: int, stamp: str) -> tuple[float, float]:
    box = at(page, "grid").bounding_box()
    assert box is not None
    dx, dy = CORNERS[stamp]
    return (
        box["x"] + (x + dx) * box["width"] / SIZE,
        box["y"] + (y + dy) * box["height"] / SIZE,
    )


def drafted(page: Page) -> list[JSON]:
    """The tiles that the page keeps in the browser."""
    text = page.evaluate("localStorage.getItem('baumeister.kept.tiles.draft')")
    found: list[JSON] = json.loads(text)["tiles"]
    return found


def opened(page: Page, name: str) -> None:
    at(page, "open").click()
    at(page, f"set-{name}").click()
    expect(at(page, "open")).to_be_focused()


def exported(page: Page, tmp_path: Path) -> Path:
    with page.expect_download() as download:
        at(page, "download").click()
    path = tmp_path / "tiles.json"
    download.value.save_as(path)
    return path


def edges(pdf: bytes) -> set[float]:
    """The lengths of all lines in a PDF document, in millimetres."""
    found = set()
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        try:
            lines = zlib.decompress(stream).decode("latin-1").split("\n")
        except zlib.error:
            continue
        scale, outer, last = 1.0, [], (0.0, 0.0)
        for words in map(str.split, lines):
            match words:
                case ["q"]:
                    outer.append(scale)
                case ["Q"]:
                    scale = outer.pop()
                case [x, _, _, _, _, _, "cm"]:
                    scale *= float(x)
                case [x, y, "m" | "l" as drawn]:
                    here = float(x), float(y)
                    if drawn == "l":
                        found.add(round(math.dist(last, here) * scale / 72 * 25.4, 1))
                    last = here
    return found


def test_a_set_is_drawn_saved_shared_and_played(page: Page, tmp_path: Path) -> None:
    """The last tiles of a set are drawn by mouse; the set goes out and comes back as it was."""
    page.goto("tiles")
    begun = tmp_path / "begun.json"
    begun.write_text(json.dumps([{**tile, "name": ""} for tile in STANDARD[:DRAWN]]), "utf-8")
    at(page, "open").click()
    at(page, "set-file").set_input_files(begun)
    expect(at(page, "count")).to_have_text(f"{DRAWN} of 23")
    at(page, f"tile-{DRAWN}").click()
    at(page, "next").click()
    page.set_viewport_size({"width": 1024, "height": 768})
    page.evaluate("scrollTo(0, 0)")
    expect(at(page, "next")).to_be_in_viewport(ratio=1)
    for number, tile in enumerate(STANDARD[DRAWN:], start=DRAWN):
        for x, y, stamp in stamps(tile["halves"]):
            page.mouse.click(*point(page, x, y, stamp))
        if tile.get("symbol"):
            at(page, "tile-symbol").click()
        if number == 21:
            expect(at(page, "problems")).to_contain_text("23 tiles, one for each card; it has 22")
            expect(at(page, "play")).to_be_disabled()
        if number < 22:
            at(page, "next").click()
    expect(at(page, "area")).to_have_text("3 fields")
    expect(at(page, "good")).to_be_visible()
    expect(page.locator('[data-test^="turn-b"]')).to_have_count(2)
    at(page, "next").click()  # there are enough: the first one again
    expect(at(page, "tile-1")).to_have_attribute("aria-current", "true")
    expect(at(page, "count")).to_have_text("23 of 23")
    # Out as a file and in again: equal.
    at(page, "set-name").fill("Ours")
    path = exported(page, tmp_path)
    file = json.loads(path.read_text("utf-8"))
    assert file["name"] == "Ours"
    assert file["tiles"] == [{**tile, "name": ""} for tile in STANDARD]
    opened(page, "new")
    expect(at(page, "count")).to_have_text("0 of 23")
    at(page, "open").click()
    at(page, "set-file").set_input_files(path)
    expect(at(page, "count")).to_have_text("23 of 23")
    assert json.loads(exported(page, tmp_path).read_text("utf-8")) == file
    # On the server, and back.
    at(page, "keep").click()
    expect(page.get_by_text("“Ours” is saved.").first).to_be_visible()
    opened(page, "new")
    at(page, "open").click()
    page.locator(f"{hook('my-sets')} button", has_text="Ours").click()
    expect(at(page, "count")).to_have_text("23 of 23")
    # A game with it.
    at(page, "play").click()
    expect(page.locator('[data-option="tile_set"] input[value="custom"]')).to_be_checked()
    at(page, "make-table").click()
    expect(page.locator('[data-test^="side-"]').first).to_be_visible()
    table = page.url.split("/table/")[1].split("#")[0]
    record = page.evaluate(f"fetch('/api/tables/{table}/record').then((each) => each.json())")
    assert record["options"]["tiles"] == file["tiles"]


def a_link_has_the_set_in_it(page: Page) -> None:
    opened(page, "exact-49")
    expect(at(page, "good")).to_be_visible()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    at(page, "share").click()
    expect(page.locator(".toast, [role=status]", has_text="copied").first).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert len(link) < 1500
    opened(page, "new")
    expect(at(page, "count")).to_have_text("0 of 23")
    page.goto("about:blank")  # only the part behind the # differs
    page.goto(link)
    expect(at(page, "count")).to_have_text("23 of 23")
    expect(page).to_have_url(re.compile(r"/tiles$"))
    wanted = {tile.id: list(map(list, tile.halves)) for tile in tile_set("exact-49")}
    assert {tile["id"]: tile["halves"] for tile in drafted(page)} == wanted


def test_tiles_are_drawn_by_keyboard_alone_and_a_link_has_them(page: Page) -> None:
    page.goto("tiles")
    page.locator('[data-field="a1"]').focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("q")
    expect(at(page, "area")).to_have_text("1½ fields")
    page.keyboard.press("Enter")  # the next tile
    page.keyboard.press("s")
    page.keyboard.press("w")  # replaces the half across it
    page.keyboard.press("d")
    page.keyboard.press("Control+z")
    assert [tile["halves"] for tile in drafted(page)] == [
        [[0, 0, "nw"], [0, 0, "se"], [1, 0, "nw"]],
        [[1, 0, "ne"]],
    ]
    page.keyboard.press("PageUp")
    expect(page.locator('[data-test="tile-1"]')).to_have_attribute("aria-current", "true")
    expect(page.locator('[data-test^="turn-b"]')).to_have_count(4)
    page.keyboard.press("r")
    expect(page.locator('[data-field="a2"]')).to_have_attribute("aria-label", "a2: north-east")
    a_link_has_the_set_in_it(page)


def test_touch_wrong_files_and_axe_on_a_phone(newcomer: Newcomer, problems: Problems) -> None:
    """Touch draws; a wrong file is explained in the reader's language."""
    problems.expect("400")
    page = newcomer(PHONE, locale="de")
    page.goto("tiles")
    at(page, "grid").scroll_into_view_if_needed()
    page.touchscreen.tap(*point(page, 1, 1, "whole"))
    page.touchscreen.tap(*point(page, 2, 1, "sw"))
    expect(at(page, "area")).to_have_text("1½ Felder")
    for text, answer in (
        ("[", "Diese Datei enthält keine Liste von Plättchen."),
        (json.dumps([*STANDARD[:21], {**STANDARD[21], "halves": [[0, 0, "ne"], [3, 3, "ne"]]}]),
         "Plättchen 22 zerfällt in mehrere Stücke."),
        (json.dumps(STANDARD * 3), "Beim Zeichnen kann ein Satz höchstens 60 Plättchen haben."),
    ):  # fmt: skip
        at(page, "open").click()
        file = {"name": "x.json", "mimeType": "application/json", "buffer": text.encode()}
        at(page, "set-file").set_input_files(file)
        expect(page.get_by_text(answer).first).to_be_visible()
        page.keyboard.press("Escape")
    assert violations(page) == []
    assert too_small(page) == []


@pytest.mark.slow  # sheets.test.ts and test_solver.py have both in every run
def test_boards_are_completed_and_sheets_are_true_to_scale(page: Page, tmp_path: Path) -> None:
    page.goto("tiles")
    opened(page, "standard")
    at(page, "search-tilings").click()
    found = "11 can be completed; 11 of 11 searched."
    expect(at(page, "tilings-found")).to_have_text(found, timeout=4 * PATIENCE)
    at(page, "print").click()
    at(page, "print-field").fill("20")
    with page.expect_download() as download:
        at(page, "print-svg").click()
    path = tmp_path / "sheets.svg"
    download.value.save_as(path)
    drawing = ElementTree.parse(path).getroot()
    sheets = list(drawing)
    assert drawing.get("width") == "210mm"
    assert drawing.get("viewBox") == f"0 0 210 {297 * len(sheets)}"
    shapes = [each.get("d", "") for each in drawing.iter("{http://www.w3.org/2000/svg}path")]
    assert "M0 0L20 0L20 40L0 40Z" in shapes  # the double square, two fields of 20 mm
    # In print there is nothing but the sheets, each on a page of its own.
    page.evaluate("window.print = () => {}")
    at(page, "print-now").click()
    page.emulate_media(media="print")
    expect(page.locator("#printed > svg")).to_have_count(len(sheets))
    expect(page.locator("#app")).to_be_hidden()
    box = page.locator("#printed > svg").first.bounding_box()
    assert box is not None
    assert abs(box["width"] - 210 / 25.4 * 96) < 0.5
    pdf = page.pdf(prefer_css_page_size=True)
    assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") == len(sheets)
    # The edges of a half field of 20 mm, and of the double square.
    assert {20.0, 28.3, 40.0} <= edges(pdf)
