"""Many records in one file of JSON lines."""

from __future__ import annotations

import json

import pytest

from baumeister.cli.app import app
from baumeister.records import RecordError, read_games
from baumeister.records.reading import LARGEST


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    """Six games of bots in one file."""
    path = tmp_path_factory.mktemp("lines") / "games.jsonl"
    call("selfplay", "manhattan", "--rounds", 1, "--games", 6, "--seed", 3, "--jsonl", path)
    return path


def call(*words):
    with pytest.raises(SystemExit) as ended:
        app([str(word) for word in words])
    return ended.value.code


def test_lines_hold_the_same_games_as_files(lines, tmp_path):
    call("selfplay", "manhattan", "--rounds", 1, "--games", 6, "--seed", 3, "--out", tmp_path)
    files = sorted(tmp_path.glob("*.bau.json"))
    assert [record.dumps() for record in read_games(lines)] == [f.read_text() for f in files]
    assert list(read_games(tmp_path)) == list(read_games(lines))
    assert list(read_games(files[0])) == [next(read_games(lines))]
    assert len(lines.read_text().splitlines()) == 6


def test_reading_is_lazy(lines, tmp_path):
    path = tmp_path / "half.jsonl"
    path.write_text(lines.read_text().splitlines()[0] + "\nnot a record\n")
    games = read_games(path)
    assert next(games).result
    with pytest.raises(RecordError, match="line 2: is not JSON"):
        next(games)


def test_a_damaged_line_is_reported_by_number_and_the_rest_is_checked(lines, tmp_path, capsys):
    texts = lines.read_text().splitlines()
    texts[1] = texts[1].replace('"build', '"bild', 1).replace(" build ", " bild ", 1)
    texts[2] = texts[2][:100]
    texts[3] = "x" * (2 * LARGEST)
    changed = json.loads(texts[4])
    changed["result"]["scores"][0] += 1
    texts[4] = json.dumps(changed)
    path = tmp_path / "damaged.jsonl"
    path.write_text("\n".join([*texts, "", "\udcff"]), errors="surrogateescape")
    assert call("check", path) == 1
    shown = capsys.readouterr().out
    assert "line 2, log line" in shown
    assert "'bild' is not an action" in shown
    assert "line 3: is not JSON" in shown
    assert f"line 4: is larger than {LARGEST} bytes" in shown
    assert "line 5, result.scores: M3.4" in shown
    assert "line 8: is not UTF-8" in shown
    assert "2 of 7 records are valid." in shown
    assert call("check", lines) == 0


def test_no_file_is_overwritten(lines, capsys):
    before = lines.read_text()
    assert call("selfplay", "manhattan", "--rounds", 1, "--jsonl", lines) == 2
    assert "exists already" in capsys.readouterr().err
    assert lines.read_text() == before
    assert call("selfplay", "manhattan", "--rounds", 1) == 2
    assert "--out FOLDER or --jsonl FILE" in capsys.readouterr().err
