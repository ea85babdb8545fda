"""Training of the judge: that it learns, can be repeated and gone on with, and what is shipped."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files

import pytest

from baumeister.bots.manhattan import value_network as judges
from baumeister.fast import compiled
from baumeister.fast.manhattan.input_features import FIELDS, INPUT_FEATURES
from baumeister.games.manhattan.game import MANHATTAN

np = pytest.importorskip("numpy")
if not compiled():
    pytest.skip("training needs the compiled core", allow_module_level=True)

from baumeister.training.manhattan import value_fit as judging  # noqa: E402
from baumeister.training.manhattan import value_network as manhattan_judge  # noqa: E402

PLAN = manhattan_judge.Plan(
    seed=3, cores=2, command="test", commit="none", players=3, iterations=3, games=4, nodes=4
)


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(manhattan_judge, "BEGINNING", 1)
    monkeypatch.setattr(manhattan_judge, "PLAIN", 4)
    monkeypatch.setattr(manhattan_judge, "PART", 64)
    monkeypatch.setattr(judges, "shipped", lambda _: None)


def test_a_pupil_learns_who_wins():
    """Who has scored more, here: the sign of the first player's points decides."""
    rng = np.random.default_rng(1)
    scored = sum(np.prod(field.shape) for field in FIELDS[:7])
    assert FIELDS[7].name == "scored"
    ahead = rng.integers(0, 31, 2000)
    rows = np.zeros((2000, INPUT_FEATURES), np.uint8)
    rows[np.arange(2000), scored + ahead] = 1
    results = np.stack([ahead > 15, ahead <= 15], 1).astype(np.float32)
    pupil = judging.Pupil(judging.untaught(1), 3e-3)
    before = pupil.missed(rows, results)
    for at in range(150):
        some = slice(500 * (at % 3), 500 * (at % 3) + 500)
        pupil.learn(rows[some], results[some])
    assert before > 0.6
    assert pupil.missed(rows[1500:], results[1500:]) < 0.1  # those it did not learn from


def test_slopes_are_what_a_small_step_changes():
    rng = np.random.default_rng(2)
    pupil = judging.Pupil(rng.normal(0, 0.2, judges.NUMBERS).astype(np.float32), 1.0)
    rows = (rng.random((5, INPUT_FEATURES)) < 0.02).astype(np.uint8)
    results = np.eye(3, dtype=np.float32)[[0, 1, 2, 0, 1]]
    numbers = pupil.numbers.astype(np.float64)
    ways, missed = pupil._slopes(rows.astype(np.float32), results)
    flat = np.concatenate([way.ravel() for way in ways])
    direction = flat / np.linalg.norm(flat)
    moved = judging.Pupil((numbers - 1e-3 * direction).astype(np.float32), 1.0)
    fell = missed - moved.missed(rows, results)
    assert fell == pytest.approx(1e-3 * np.linalg.norm(flat), rel=0.05)


@pytest.mark.usefixtures("small")
def test_training_goes_on_where_it_stopped(tmp_path):
    whole = manhattan_judge.train(PLAN, _folder(tmp_path / "whole"), lambda *_: None)
    part = _folder(tmp_path / "part")
    manhattan_judge.train(PLAN._replace(iterations=2), part, lambda *_: None)
    done = []
    again = manhattan_judge.train(PLAN, part, lambda _, at, of: done.append((at, of)))
    assert done == [(3, 3)]
    assert again.weights == whole.weights
    assert "cross-entropy" in whole.provenance["result"]
    text = (part / PLAN.weights_file).read_text(encoding="utf-8")
    assert len(judges.read(text)) == judges.NUMBERS
    assert json.loads(text)["provenance"]["games"] == 12


def test_plans_that_cannot_be():
    assert "--players" in PLAN._replace(players=5).problem()
    assert "--games" in PLAN._replace(games=0).problem()
    assert PLAN.problem() is None


def _folder(path):
    path.mkdir()
    return path


@pytest.mark.parametrize("players", sorted(judges._players()))
def test_judges_that_are_shipped(players):
    """Fit, come from somewhere, and are for the usual options alone."""
    folder = files("baumeister.bots.manhattan") / "weights"
    text = (folder / f"value-network-{players}.json").read_text(encoding="utf-8")
    assert len(judges.read(text)) == judges.NUMBERS
    told = {"commit", "command", "games", "seed", "result", "date"}
    assert set(json.loads(text)["provenance"]) == told
    usual = MANHATTAN.options({"players": players})
    assert judges.value_network_for(usual) is judges.value_network_for(replace(usual, start=1))
    for other in ({"urban": not usual.urban}, {"rounds": usual.rounds - 1}):
        assert judges.value_network_for(replace(usual, **other)) is None


def test_all_weights_are_small_enough_to_ship():
    folder = files("baumeister.bots.manhattan") / "weights"
    assert sum(len(each.read_bytes()) for each in folder.iterdir()) < 5_000_000
