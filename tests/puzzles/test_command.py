"""`baumeister puzzles` on the command line."""

from __future__ import annotations

import json
from dataclasses import replace

from baumeister.core.registry import find
from baumeister.puzzles.files import PuzzleFile, is_finished, read_puzzles, write_puzzles
from baumeister.puzzles.puzzle import Puzzle, Wrong
from baumeister.puzzles.shipped import provenance, shipped
from tests.puzzles.kinds import easy_kind

UNCLEAR = Puzzle(
    kind="best-move",
    position=(
        "manhattan/2 players=3 : seat=0 phase=build round=2 start=1 turn=0 hands=1256/????/???? "
        "played=11122333444566667788999 supply=11.5.0.0/11.4.1.0/11.4.0.1 tray=4/-/- "
        "board=1,b4,1,b2,2,b4,b3,1/1,b4o4,5,b3,o4/b2,6,y4,y2b3/2,y3,y3,5/4,y4,y3,y2,2/"
        "o3,1,o3,2,o2,1,o3,o3y3 scored=0+2+3,0+2+4,3+6+4"
    ),
    seat=0,
    best=("build 2 B2 4",),
    chance=0.4,
    margin=0.1,
    error=0.01,
    difficulty=3,
    themes=(),
    reasons=(),
    wrong=(Wrong("build 6 B6 4", 0.2), Wrong("build 5 B5 4", 0.2)),
)
"""The move is good for later rounds, which nobody can see on the board."""


def test_puzzles_are_made_and_verified(run, tmp_path):
    path = tmp_path / "puzzles.jsonl"
    given = ["puzzles", "manhattan", "--kind", "best-move", "--nodes", "100", "--out", path]
    with easy_kind("best-move"):
        code, out, _ = run(*given, "--count", 1, "--json")
    assert code == 0
    counts = json.loads(out)
    found = read_puzzles(path)
    assert is_finished(found)
    assert len(found.puzzles) == 1
    assert counts["decisions"] > counts["candidates"] >= counts["puzzles"] >= 1
    code, out, _ = run(*given, "--verify", "--json")
    assert code == 0
    assert json.loads(out)["nodes"] == 1000
    assert json.loads(out)["verified"] == 1
    code, _, err = run(*given)
    assert code == 2
    assert "is finished" in err


def test_puzzles_are_explained_again(run, tmp_path):
    """Their moves stay; one that has no clear cause is dropped."""
    path = tmp_path / "puzzles.jsonl"
    given = ["puzzles", "manhattan", "--kind", "best-move", "--out", path, "--explain-again"]
    known, unclear = shipped("manhattan", "best-move")[0], UNCLEAR
    forgotten = [replace(each, reasons=(), themes=()) for each in (known, unclear)]
    head = {**provenance(find("manhattan"), "best-move"), "budgets": {"verify": 300}}
    write_puzzles(path, PuzzleFile(head, forgotten))
    code, out, _ = run(*given, "--json")
    assert code == 0
    told = json.loads(out)
    assert (told["explained"], told["kept"]) == (2, 1)
    assert "no-cause" in told["objections"]
    (found,) = read_puzzles(path).puzzles
    assert (found.id, found.best, found.themes) == (known.id, known.best, known.themes)
    assert found.reasons[0] == known.reasons[0]
    assert {each.move for each in found.wrong} <= {each.move for each in known.wrong}


def test_days_are_planned(run, tmp_path):
    path = tmp_path / "days.jsonl"
    given = ["puzzles", "tangram-city", "--kind", "day", "--nodes", "200", "--out", path]
    assert run(*given, "--count", 1)[0] == 0
    code, _, err = run(*given, "--count", 2, "--first", "2026-11-01")
    assert code == 0
    assert "Wrote 1 day to" in err
    assert len(path.read_text().splitlines()) == 3


def test_bad_input_is_explained(run, tmp_path):
    for more, reason in (
        (["--kind", "none"], "there are: best-move"),
        (["--kind", "best-move", "--count", "0"], "--count must be"),
        (["--kind", "best-move", "--nodes", "5"], "--nodes must be"),
    ):
        code, _, err = run("puzzles", "manhattan", *more, "--out", tmp_path / "x")
        assert code == 2
        assert reason in " ".join(err.split())
