"""`baumeister puzzles` on the command line."""

from __future__ import annotations

import json

from baumeister.puzzles.files import is_finished, read_puzzles
from tests.puzzles.kinds import easy_kind


def test_puzzles_are_made_and_verified(run, tmp_path):
    path = tmp_path / "puzzles.jsonl"
    given = ["puzzles", "manhattan", "--kind", "best-move", "--nodes", "200", "--out", path]
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
    assert json.loads(out)["nodes"] == 2000
    assert json.loads(out)["verified"] == 1
    code, _, err = run(*given)
    assert code == 2
    assert "is finished" in err


def test_days_are_planned(run, tmp_path):
    path = tmp_path / "days.jsonl"
    given = ["puzzles", "tangram-city", "--kind", "day", "--nodes", "200", "--out", path]
    assert run(*given, "--count", 1)[0] == 0
    code, _, err = run(*given, "--count", 2, "--first", "2026-11-01")
    assert code == 0
    assert "Wrote 1 days" in err
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
