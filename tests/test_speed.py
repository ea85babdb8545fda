"""bench/speed: what the table says of what was measured."""

import sys

import pytest
from bench.speed.claims import claims
from bench.speed.environments import UnavailableError, sys_python
from bench.speed.foreman import LostError, Worker
from bench.speed.kinds import KINDS
from bench.speed.table import Row, as_json, number, ratio, reference


def test_a_ratio_above_one_means_that_ours_is_better():
    fast, slow = [20.0, 30.0, 40.0], [10.0, 10.0, 10.0]
    assert ratio("playouts", Row("playouts", "a", "x", fast), Row("playouts", "b", "y", slow)) == 3
    assert ratio("copy", Row("copy", "a", "x", slow), Row("copy", "b", "y", fast)) == 3


def test_the_others_are_held_against_ours_at_manhattan():
    rows = [
        Row("playouts", "OpenSpiel", "hearts", [1.0]),
        Row("playouts", "Baumeister", "Tangram City, 1 player", [2.0]),
        Row("playouts", "Baumeister", "Manhattan, 4 players", [3.0]),
    ]
    assert reference(rows, "playouts") is rows[2]
    assert [entry["reference_is"] for entry in as_json(rows, {})["rows"]] == [3.0, 1.5, 1.0]
    (claim,) = claims(rows)
    assert claim["ratio"] == 3.0
    assert claim["text"].endswith("holds")
    rows[2].found = [2.9]
    assert claims(rows)[0]["text"].endswith("DOES NOT HOLD")


def test_what_was_not_measured_has_no_number():
    rows = [Row("playouts", "pgx", "all", why_not="no network")]
    (entry,) = as_json(rows, {})["rows"]
    assert "median" not in entry
    assert entry["why_not"] == "no network"
    assert claims(rows) == []


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.5, "0.5"), (99.4, "99.4"), (431.2, "431"), (12_345, "12.3 k"), (114e6, "114 M")],
)
def test_numbers_have_about_three_digits(value: float, text: str):
    assert number(value) == text


def test_a_worker_answers_and_a_lost_one_says_why():
    worker = Worker(sys.executable, "speed.workers.readable", {"PYTHONPATH": "../src"})
    kind, what = worker.measures[0]
    assert kind in KINDS
    assert worker.measure(kind, what, 0.001, 1) > 0
    with pytest.raises(LostError, match="KeyError"):
        worker.measure(kind, "no such game", 0.001, 1)
    assert worker.measure(kind, what, 0.001, 2) > 0  # the others go on
    worker.process.kill()
    for _ in range(2):
        with pytest.raises(LostError, match="it exited with -9"):
            worker.measure(kind, what, 0.001, 3)
    worker.close()
    with pytest.raises(LostError, match="No module named"):
        Worker(sys.executable, "speed.workers.nobody", {})


def test_without_a_python_that_is_new_enough_there_is_a_reason():
    assert sys_python((3, 11)) == sys.executable
    with pytest.raises(UnavailableError, match=r"needs Python 3\.99 or newer"):
        sys_python((3, 99))
