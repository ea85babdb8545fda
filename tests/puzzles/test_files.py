"""Files of puzzles and days: resumed, finished, refused."""

from __future__ import annotations

import json

import pytest

from baumeister.core.registry import find
from baumeister.puzzles import Made, PuzzleError
from baumeister.puzzles.days.calendar import days_from, of_the_day, orders, parse_day, play_day
from baumeister.puzzles.days.files import append_day, make_day, missing_days
from baumeister.puzzles.files import Appending, is_finished, read_puzzles
from baumeister.puzzles.parts import day_kind_of
from baumeister.puzzles.shipped import shipped

TANGRAM = find("tangram-city")
DAY = day_kind_of(TANGRAM, "day")
HEAD = {"format": 1, "game": "manhattan", "kind": "best-move", "seed": 0}
ONE, TWO, *_ = shipped("manhattan", "best-move")


def test_a_file_is_continued_where_it_stopped(tmp_path):
    path = tmp_path / "puzzles.jsonl"
    Appending(path, HEAD).add(Made(0, 9, 2, [ONE]))
    with path.open("a") as file:
        file.write(json.dumps({"position": "of a game that was interrupted"})[:-5])
    again = Appending(path, HEAD)
    assert again.found.puzzles == [ONE]
    again.add(Made(1, 8, 3, [ONE, TWO]))  # one of them is known
    assert again.found.counts == {"games": 2, "decisions": 17, "candidates": 5, "puzzles": 2}
    again.finish(1)
    found = read_puzzles(path)
    assert is_finished(found)
    assert found.puzzles == [ONE]
    with pytest.raises(PuzzleError, match="is finished"):
        Appending(path, HEAD)


def test_a_file_of_another_command_is_refused(tmp_path):
    path = tmp_path / "puzzles.jsonl"
    Appending(path, HEAD)
    with pytest.raises(PuzzleError, match="another command"):
        Appending(path, {**HEAD, "seed": 1})


@pytest.mark.parametrize("text", ["", "{}\n", "nonsense\n", '{"format":1}\n[]\n'])
def test_other_files_are_refused(tmp_path, text):
    path = tmp_path / "other"
    path.write_text(text)
    with pytest.raises(PuzzleError):
        read_puzzles(path)


def test_a_day_is_the_same_everywhere_and_independent_of_the_moves():
    one, other = (play_day(TANGRAM, DAY, "2026-11-17", [f"side {side}"]) for side in "ab")
    assert one.state.cards == other.state.cards
    assert one.state.cards != play_day(TANGRAM, DAY, "2026-11-18", ["side a"]).state.cards
    assert orders(TANGRAM, DAY, "2026-11-17").outcome is not None


def test_days_are_added_to_a_file(tmp_path):
    path = tmp_path / "days.jsonl"
    days = days_from("2026-12-31", 2)
    assert missing_days(path, HEAD, days) == ["2026-12-31", "2027-01-01"]
    known = make_day(TANGRAM, DAY, days[0], 500)
    assert max(known.par) <= known.best <= known.bound
    append_day(path, known)
    assert missing_days(path, HEAD, days) == ["2027-01-01"]


def test_every_puzzle_has_its_day():
    days = [parse_day(day) for day in days_from("2026-11-17", 6)]
    assert [of_the_day("abc", day) for day in days[:3]] == [of_the_day("abc", d) for d in days[3:]]
    assert {of_the_day("abc", day) for day in days} == set("abc")
    for text in ("2026-1-1", "17.11.2026", "today"):
        with pytest.raises(PuzzleError, match="a day is written"):
            parse_day(text)
