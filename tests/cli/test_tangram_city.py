"""Tangram City on the command line."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from itertools import product

import pexpect
import pytest

from baumeister.games.tangram_city.tiles import tile_set
from baumeister.records import check_text, loads

from .terminal import play, terminal
from .test_play import PASS

ALL_OPTIONS = [
    [f"--players={players}", f"--tile-set={tiles}", flag, same, f"--start-points={points}"]
    for players, tiles, flag, same, points in product(
        range(1, 6),
        ("standard", "exact-49"),
        ("--printed-field", "--no-printed-field"),
        ("--same-board", "--no-same-board"),
        (0, 1),
    )
]
OPTIONS = ALL_OPTIONS[::9]  # covers every value of every option and every player count


@pytest.mark.parametrize("flags", OPTIONS, ids=" ".join)
def test_selfplay_passes_the_check(run, tmp_path, flags):
    assert run("selfplay", "tangram-city", "--games", 1, "--out", tmp_path, *flags)[0] == 0
    code, out, _ = run("check", tmp_path)
    assert code == 0
    assert "1 of 1 records are valid." in out


@pytest.mark.slow
@pytest.mark.parametrize("flags", ALL_OPTIONS, ids=" ".join)
def test_a_hundred_games_pass_the_check(run, tmp_path, flags):
    assert run("selfplay", "tangram-city", "--games", 100, "--out", tmp_path, *flags)[0] == 0
    code, out, _ = run("check", tmp_path)
    assert code == 0
    assert "100 of 100 records are valid." in out


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
    assert loads(out).log == loads(solo.read_text("utf-8")).log  # at the end nothing is hidden


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


def test_custom_tiles(run, tmp_path):
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
    catalogue = [
        {"id": f"T{tile.id}", "name": tile.name, "area": tile.area, "lookalike_symbol": tile.symbol,
         "half_cells": [[x, y, corner.upper()] for x, y, corner in tile.halves]}
        for tile in tile_set("standard")
    ]  # fmt: skip
    path.write_text(json.dumps({"tiles": catalogue}))
    assert json.loads(run("tiles", path, "--json")[1]) == [t.data() for t in tile_set("standard")]
    assert run("tiles", tmp_path / "none.json")[0] == 2


def test_solve(run, solo):
    code, out, _ = run("solve", solo, "--line", 5)
    assert code == 0
    assert "It can be completed:" in out
    code, out, _ = run("solve", solo)
    assert code == 0
    assert "can no longer be completed" in out
    record = loads(solo.read_text("utf-8"))
    deal = [n for n, text in enumerate(record.log, start=1) if " deal " in text][4]
    _, out, _ = run("solve", solo, "--line", deal, "--best", "--json")
    report = json.loads(out)
    assert report["best"] == report["bound"] >= record.result["scores"][0]
    assert len(report["tiles_left"]) == 7
    assert report["fountains_left"] == 2
    _, out, _ = run("solve", solo, "--line", deal - 1, "--best")
    assert "Best possible final score" in out
    _, out, _ = run("solve", solo, "--best", "--json")
    assert json.loads(out)["best"] == record.result["scores"][0]
    for arguments in (["--line", 999], ["--seat", 1]):
        assert run("solve", solo, *arguments)[0] == 2


def test_solve_best_at_several_lines(run, tmp_path):
    """The best score never rises and is never below the score reached; here it is exact."""
    run("selfplay", "tangram-city", "--players", 2, "--seed", 1, "--out", tmp_path)
    (path,) = tmp_path.iterdir()
    record = loads(path.read_text("utf-8"))
    deal = [n for n, text in enumerate(record.log, start=1) if " deal " in text][4]
    for seat in (0, 1):
        before = None
        for line in (deal + 4, deal + 9, *range(len(record.log) - 3, len(record.log) + 1)):
            _, out, _ = run("solve", path, "--line", line, "--seat", seat, "--best", "--json")
            report = json.loads(out)
            assert report["best"] == report["bound"] >= record.result["scores"][seat]
            assert before is None or report["best"] <= before
            before = report["best"]
        assert before == record.result["scores"][seat]


def test_solve_best_in_an_unfinished_game(run, tmp_path, solo):
    """Before the last deal the three remaining cards are already known."""
    data = json.loads(solo.read_text("utf-8"))
    deals = [n for n, text in enumerate(data["log"]) if " deal " in text]
    whole = json.loads(run("solve", solo, "--line", deals[5], "--best", "--json")[1])
    del data["result"]
    cut = tmp_path / "cut.bau.json"
    data["log"] = data["log"][: deals[5]]
    cut.write_text(json.dumps(data))
    report = json.loads(run("solve", cut, "--best", "--json")[1])
    assert report["best"] == whole["best"]
    assert len(report["tiles_left"]) == 3
    data["log"] = data["log"][: deals[3]]
    cut.write_text(json.dumps(data))
    code, _, err = run("solve", cut, "--best")
    assert code == 2
    assert "--best needs the cards that came later" in err


def test_solve_before_choosing_a_side(run, solo):
    for line in (0, 1, 2):
        code, _, err = run("solve", solo, "--line", line)
        assert code == 2
        assert "this player has not chosen a side yet" in err
    assert run("solve", solo, "--line", 3)[0] == 0
    assert run("solve", solo, "--seconds", -1)[0] == 2


def test_solve_gives_up_in_time(run, tmp_path, monkeypatch):
    """A search over 23 equal bars would not end in any reasonable time."""
    monkeypatch.setattr("baumeister.cli.tangram_city.solve.LIMIT", 20_000)
    bar = [[x, 0, corner] for x in range(4) for corner in ("nw", "se")]
    tiles = [{"id": f"{n:02}", "halves": bar} for n in range(1, 24)]
    (tmp_path / "bars.json").write_text(json.dumps(tiles))
    run("selfplay", "tangram-city", "--players", 1, "--tiles", tmp_path / "bars.json",
        "--out", tmp_path / "games")  # fmt: skip
    (path,) = (tmp_path / "games").iterdir()
    report = json.loads(run("solve", path, "--line", 3, "--json")[1])
    assert report["completable"] is not True


def test_solve_rejects_other_games(run, tmp_path):
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
    r"(?:Which side of your board, a or b\? |Place: .* or .*skip, |Fountain: FIELD CORNER or -, )"
    r"e\.g\. ([^>]*) >"
)


def play_on(child):
    """Answer every prompt with its example until the game ends."""
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
    [
        pytest.param(["--players", "1"], marks=pytest.mark.slow),
        pytest.param(["--players", "3"]),
        pytest.param(["--players", "2", "--seats", "Anna,Ben"], marks=pytest.mark.slow),
    ],
    ids=" ".join,
)
def test_whole_game(tmp_path, arguments):
    path = tmp_path / "game.bau.json"
    screen = play_on(play("tangram-city", *arguments, "--seed", "1", "--save", str(path)))
    assert "Traceback" not in screen
    assert check_text(path.read_text("utf-8")).result is not None


def test_side_by_letter_and_undo_in_the_last_round(tmp_path):
    path = tmp_path / "x.bau.json"
    child = play("tangram-city", "--players", "2", "--seats", "Anna,Ben", "--seed", "4",
                  "--save", str(path))  # fmt: skip
    child.expect(PASS)
    child.sendline("")
    child.expect("Side a")
    child.expect("Side b")
    child.expect(ASK)
    child.sendline("b")
    last = r"Place: TILE SIDE TURNS FIELD or TILE skip, e\.g\. (\d\d) .* >"
    while (index := child.expect([last, ASK, PASS])) != 0:
        question = child.after if index == 1 else ""
        answers = {"Which side": "b", "Fountain:": "-", "Place:": "skip"}
        child.sendline(next((a for q, a in answers.items() if q in question), ""))
    tile = child.match.group(1)
    child.sendline("skip")
    child.expect("is not an action here")  # skip which of the three?
    child.sendline("u")
    child.expect("There is nothing to undo")
    child.sendline(f"{tile} skip")
    child.expect(ASK)
    child.sendline("u")
    child.expect(f"Undone: skip {tile}")
    child.expect(last)
    child.close(force=True)


def test_any_turn_of_a_square_is_accepted(tmp_path):
    """Only records need the lowest equivalent turn."""
    child = play("tangram-city", "--players", "1", "--no-printed-field", "--seed", "2",
                  "--save", str(tmp_path / "x.bau.json"))  # fmt: skip
    for _ in range(50):
        child.expect(ASK)
        if "Tile 02, square" in child.before:
            child.sendline("g 3 d4")
            child.expect("places tile 02 at d4, green up")
            break
        child.sendline("-" if "Fountain" in child.after else "skip")
    else:
        pytest.fail("the square never came")
    child.close(force=True)


def test_mistakes_are_explained(tmp_path):
    child = play("tangram-city", "--players", "1", "--no-printed-field", "--seed", "2",
                  "--save", str(tmp_path / "x.bau.json"))  # fmt: skip
    child.expect(ASK)
    child.sendline("b 0 g7")
    child.expect(r"T3\.1: turned this way, tile \d\d measures")
    child.sendline("what")
    child.expect("is not an action here")
    child.sendline("?")
    child.expect("a field in two halves")
    child.sendline("l")
    child.expect(r"\d\d b 0: a1 b1")
    child.sendline("skip")
    child.expect("declines tile")
    child.sendline("q")
    child.expect("Saved")
    child.expect(pexpect.EOF)


def test_play_the_puzzle(run, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    day = ("puzzle", "--seed", "2026-11-15", "--play")
    child = terminal(*day, data=tmp_path)
    child.expect("The boards are 3")
    child.expect(ASK)
    child.sendline("a")
    child.expect(r"cards 16 13 \? \?")
    child.expect(ASK)
    child.sendline("q")
    child.expect("Continue with: baumeister puzzle --seed 2026-11-15 --play")
    child.expect(pexpect.EOF)
    (path,) = (tmp_path / "baumeister" / "games").iterdir()
    code, _, err = run("play", "--resume", path)
    assert code == 2
    assert "started with `baumeister puzzle`: continue 2026-11-15 there" in " ".join(err.split())

    child = terminal(*day, data=tmp_path)
    continued = cards_of_the_second_round(child)
    play_on(child)
    _, out, err = run(*day)
    assert re.search(
        r"you have already played this puzzle: \d+ points", " ".join((out + err).split())
    )

    path.unlink()
    child = terminal(*day, data=tmp_path)
    child.expect(ASK)
    child.sendline("a")
    assert cards_of_the_second_round(child) == continued, "the cards of its day"
    child.close(force=True)


def cards_of_the_second_round(child):
    """Decline everything until then."""
    for _ in range(6):
        child.expect(ASK)
        child.sendline("-" if "Fountain" in child.after else "skip")
    child.expect(r"Round 2 of 6 · cards (\d\d \d\d)")
    return child.match.group(1)
