"""Tangram City on the command line."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from itertools import product

import pexpect
import pytest

from baumeister.games.tangram_city.tiles import tile_set
from baumeister.records import check_text, loads

from .test_play import PASS, spawn

OPTIONS = [
    [f"--players={players}", f"--tile-set={tiles}", flag, same, f"--start-points={points}"]
    for players, (tiles, flag, same, points) in product(
        range(1, 6),
        [("standard", "--printed-field", "--no-same-board", 1),
         ("exact-49", "--no-printed-field", "--same-board", 0),
         ("standard", "--no-printed-field", "--no-same-board", 0),
         ("exact-49", "--printed-field", "--same-board", 1)],
    )
]  # fmt: skip


@pytest.mark.parametrize("flags", OPTIONS, ids=" ".join)
def test_selfplay_then_check(run, tmp_path, flags):
    assert run("selfplay", "tangram-city", "--games", 2, "--out", tmp_path, *flags)[0] == 0
    code, out, _ = run("check", tmp_path)
    assert code == 0
    assert "2 of 2 records are right." in out


@pytest.mark.slow
@pytest.mark.parametrize("flags", OPTIONS, ids=" ".join)
def test_selfplay_then_check_a_hundred(run, tmp_path, flags):
    assert run("selfplay", "tangram-city", "--games", 100, "--out", tmp_path, *flags)[0] == 0
    code, out, _ = run("check", tmp_path)
    assert code == 0
    assert "100 of 100 records are right." in out


@pytest.fixture
def solo(run, tmp_path):
    run("selfplay", "tangram-city", "--players", 1, "--bots", "greedy", "--out", tmp_path)
    (path,) = tmp_path.iterdir()
    return path


def test_greedy_scores_more_than_random(run, tmp_path):
    _, out, _ = run("selfplay", "tangram-city", "--players", 2, "--bots", "greedy,random",
                    "--games", 4, "--out", tmp_path, "--json")  # fmt: skip
    scores = [each["scores"] for each in json.loads(out)]
    assert sum(one for one, _ in scores) > sum(other for _, other in scores)


def test_replay_and_export(run, solo):
    code, out, _ = run("replay", solo)
    assert code == 0
    assert "places tile" in out
    assert "Rated: " in out
    assert out.count("Scoring of round") == 6
    _, out, _ = run("export", solo, "--seat", 0)
    assert loads(out).log == loads(solo.read_text("utf-8")).log  # all cards have been played


def test_tiles(run, tmp_path):
    code, out, _ = run("tiles", "--svg", tmp_path / "tiles.svg")
    assert code == 0
    assert "23 tiles, 48 fields" in out
    assert "reconstruction (T6)" in out
    root = ET.parse(tmp_path / "tiles.svg").getroot()
    assert len(root.findall("{http://www.w3.org/2000/svg}g")) == 46
    _, out, _ = run("tiles", "--set", "exact-49", "--json")
    assert [tile["id"] for tile in json.loads(out)] == [f"{n:02}" for n in range(1, 24)]
    assert run("tiles", "--set", "mine")[0] == 2


def test_tiles_of_ones_own(run, tmp_path):
    tiles = [tile.data() for tile in tile_set("standard")]
    tiles[22]["halves"] = [[0, 0, "nw"], [0, 0, "se"]]
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(tiles))
    code, out, _ = run("tiles", path)
    assert code == 0
    assert "Warning: T1.2: tiles 02 and 23 have the same outline" in out
    games = tmp_path / "games"
    assert run("selfplay", "tangram-city", "--tiles", path, "--out", games)[0] == 0
    assert run("check", games)[0] == 0
    tiles[22]["halves"] = [[0, 0, "nw"], [2, 0, "se"]]
    path.write_text(json.dumps(tiles))
    code, _, err = run("tiles", path)
    assert code == 1
    assert "T1.2: option 'tiles': tile 23: is in several pieces" in err
    path.write_text("[")
    assert run("tiles", path)[0] == 2
    assert run("tiles", tmp_path / "none.json")[0] == 2


def test_solve(run, solo):
    code, out, _ = run("solve", solo, "--line", 5)
    assert code == 0
    assert "It can be completed:" in out
    code, out, _ = run("solve", solo)
    assert code == 0
    assert "cannot be completed" in out
    record = loads(solo.read_text("utf-8"))
    deal = [n for n, text in enumerate(record.log, start=1) if " deal " in text][4]
    _, out, _ = run("solve", solo, "--line", deal, "--best", "--json")
    report = json.loads(out)
    assert report["best"] == report["bound"] >= record.result["scores"][0]
    assert len(report["tiles_left"]) == 7
    assert report["fountains_left"] == 2
    _, out, _ = run("solve", solo, "--line", deal - 1, "--best")
    assert "and no more is possible" in out
    _, out, _ = run("solve", solo, "--best", "--json")
    assert json.loads(out)["best"] == record.result["scores"][0]
    for arguments in (["--line", 999], ["--seat", 1]):
        assert run("solve", solo, *arguments)[0] == 2


def test_solve_other_records(run, tmp_path):
    run("selfplay", "manhattan", "--rounds", 1, "--out", tmp_path)
    (path,) = tmp_path.iterdir()
    code, _, err = run("solve", path)
    assert code == 2
    assert "is a record of manhattan" in err


def test_puzzle(run):
    _, out, _ = run("puzzle", "--seed", "2026-11-15", "--tries", 3, "--json")
    report = json.loads(out)
    assert report == json.loads(run("puzzle", "--seed", "2026-11-15", "--tries", 3, "--json")[1])
    assert 50 < report["best_known"] <= report["bound"] <= 244
    _, out, _ = run("puzzle", "--tries", 1)
    assert "Best known score" in out
    assert run("puzzle", "--tries", 0)[0] == 2


ASK = (
    r"(?:Which side of your board\? |Place: .* or .*skip, |Fountain: FIELD CORNER or -, )"
    r"e\.g\. ([^>]*) >"
)


def play_on(child):
    """Answer every question with its own example until the game ends."""
    seen = ""
    while True:
        index = child.expect([r"won \((points|shared)\)\.", ASK, PASS])
        seen += child.before
        if index == 0:
            child.expect(pexpect.EOF)
            return seen
        child.sendline(child.match.group(1) if index == 1 else "")


@pytest.mark.parametrize(
    "arguments",
    [["--players", "1"], ["--players", "3"], ["--players", "2", "--seats", "Anna,Ben"]],
    ids=" ".join,
)
def test_a_whole_game(tmp_path, arguments):
    path = tmp_path / "game.bau.json"
    screen = play_on(spawn("tangram-city", *arguments, "--seed", "1", "--save", str(path)))
    assert "Traceback" not in screen
    assert check_text(path.read_text("utf-8")).result is not None


def test_mistakes_are_explained(tmp_path):
    child = spawn("tangram-city", "--players", "1", "--no-printed-field", "--seed", "2",
                  "--save", str(tmp_path / "x.bau.json"))  # fmt: skip
    child.expect(ASK)
    child.sendline("b 0 g7")
    child.expect(r"T3\.1: tile \d\d so turned is")
    child.sendline("what")
    child.expect("is nothing that can be done here")
    child.sendline("?")
    child.expect("a field in two halves")
    child.sendline("l")
    child.expect(r"\d\d b 0: a1 b1")
    child.sendline("skip")
    child.expect("declines tile")
    child.sendline("q")
    child.expect("Saved")
    child.expect(pexpect.EOF)


def test_the_puzzle_can_be_played(tmp_path):
    import sys

    from .test_play import ENVIRONMENT

    child = pexpect.spawn(
        sys.executable, ["-m", "baumeister", "puzzle", "--seed", "2026-11-15", "--play"],
        encoding="utf-8", dimensions=(50, 100), timeout=60,
        env={**ENVIRONMENT, "TERM": "xterm", "XDG_DATA_HOME": str(tmp_path)},
    )  # fmt: skip
    child.expect("The boards are 3")
    child.expect(ASK)
    child.sendline("q")
    child.expect("Saved")
    child.expect(pexpect.EOF)
