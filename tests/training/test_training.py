"""Training: what is noted, what is fitted, and that it can be repeated and gone on with."""

from __future__ import annotations

import json

import pytest

from baumeister.bots import weights
from baumeister.fast import compiled
from baumeister.fast import manhattan as core
from baumeister.fast.manhattan import context, features
from baumeister.fast.manhattan import value_features as worth

np = pytest.importorskip("numpy")
if not compiled():
    pytest.skip("training needs the compiled core", allow_module_level=True)

from baumeister.training.manhattan import data as lessons  # noqa: E402
from baumeister.training.manhattan import linear_fit as fit  # noqa: E402
from baumeister.training.manhattan import policy as manhattan  # noqa: E402
from baumeister.training.manhattan import policy_fit as net  # noqa: E402

NET = [0.0] * net.ROWS * net.UNITS
FLAT = {"policy": [0.0] * len(features.NAMES), "value": [0.0] * len(worth.NAMES) * worth.STAGES}
SEARCH = {"nodes": 12, "leaf": "round", "exploration": 0.5, **FLAT}
PLAN = manhattan.Plan(
    players=3,
    iterations=1,
    games=2,
    nodes=8,
    seed=4,
    cores=1,
    exploration=0.5,
    variety=2,
    command="test",
    commit="none",
)


def task(**changes):
    plain = lessons.Task(3, 0, 2, 5, FLAT["policy"], SEARCH, 0)
    return plain._replace(**changes)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_weights_that_are_shipped_fit(players):
    shipped = weights.load("baumeister.bots.manhattan", f"policy-{players}")
    there = FLAT | {"network": NET} if "network" in shipped.weights else FLAT
    assert {name: len(each) for name, each in shipped.weights.items()} == {
        name: len(each) for name, each in there.items()
    }
    told = {"commit", "command", "games", "seed", "result", "date"}
    assert set(shipped.provenance) == told | ({"network"} & set(shipped.weights))
    assert set(shipped.provenance.get("network", told)) == told
    assert weights.read(weights.dumps(shipped)) == shipped


def test_lessons_say_what_was_tried_and_who_won():
    found = lessons.lessons_of(task(many=3))
    assert found.rows.shape == (found.counts.sum(), len(features.NAMES))
    assert 3 * 20 < len(found.counts) < 3 * 60  # four decisions in ten of about 90
    first = np.concatenate([[0], np.cumsum(found.counts)[:-1]])
    assert np.add.reduceat(found.tried, first) == pytest.approx(np.ones(len(first)))
    assert found.stages.tolist() == [4, 3, 2, 1, 0] * 3
    assert found.shares.sum(1) == pytest.approx(np.ones(15))


def test_games_follow_from_their_numbers():
    """M5 too: with variety, games of other options are among them."""
    whole = lessons.lessons_of(task(many=4, variety=2))
    parts = [lessons.lessons_of(task(first=first, variety=2)) for first in (0, 2)]
    for one, other in zip(whole, lessons.joined(parts), strict=True):
        assert (one == other).all()
    assert len(whole.stages) == 2 * 5  # ends of rounds are noted of the plain game alone


def test_a_policy_learns_what_was_preferred():
    """Games tried by one policy alone: its weights come out, as far as they were needed."""
    true = np.zeros(len(features.NAMES), np.float32)
    true[features.NAMES.index("takeover")] = 2.0
    true[features.NAMES.index("takeover, last")] = 2.0
    taken = lessons.lessons_of(task(many=6))
    first = np.concatenate([[0], np.cumsum(taken.counts)[:-1]])
    of = np.repeat(np.arange(len(taken.counts)), taken.counts)
    odds = np.exp(taken.rows @ true)
    as_tried = taken._replace(tried=odds / np.add.reduceat(odds, first)[of])
    fitted = fit.policy_fitted(as_tried, FLAT["policy"])
    rows = taken.rows
    wanted, got = rows @ true, rows @ np.array(fitted, np.float32)
    centred = [each - (np.add.reduceat(each, first) / taken.counts)[of] for each in (wanted, got)]
    assert np.corrcoef(*centred)[0, 1] > 0.98


def test_a_net_learns_what_no_weights_can_say():
    """To take over early and never late, told by the context alone; and it may go on from a net."""
    taken = lessons.lessons_of(task(many=12))
    first = np.concatenate([[0], np.cumsum(taken.counts)[:-1]])
    of = np.repeat(np.arange(len(taken.counts)), taken.counts)
    columns = [features.NAMES.index("takeover"), features.NAMES.index("takeover, last")]
    early = taken.contexts[:, context.NAMES.index("early")] > 0.5
    odds = np.exp(np.where(early, 2.0, -2.0)[of] * taken.rows[:, columns].sum(1)).astype(np.float32)
    as_tried = taken._replace(tried=odds / np.add.reduceat(odds, first)[of])
    blind = as_tried._replace(contexts=0 * taken.contexts)
    fitted = net.net_fitted(as_tried, 1, epochs=200)
    assert fitted == net.net_fitted(as_tried, 1, epochs=200)
    least = -float((as_tried.tried * np.log(as_tried.tried)).sum()) / len(taken.counts)
    assert net.missed(fitted, as_tried) < least + 0.005
    assert net.missed(net.net_fitted(blind, 1, epochs=200), blind) > least + 0.01
    assert net.missed(net.net_fitted(as_tried, 2, fitted), as_tried) < least + 0.005
    position = core.Position(core.rules({"players": 3}), 1)
    position.settle()
    assert np.isfinite(position.logits(fitted)).all()


def test_worth_knows_that_points_win():
    alone = lessons.lessons_of(task(search=None, many=60))
    fitted = np.array(fit.worth_fitted(alone, None)).reshape(worth.STAGES, -1)
    assert fitted[0, worth.NAMES.index("points")] > 1
    assert (fitted[5] == fitted[4]).all()  # six rounds: never so many to come


def test_training_goes_on_where_it_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(manhattan, "ALONE", 500)
    monkeypatch.setattr(manhattan, "COMPARED", 20)
    told = []
    once = manhattan.train(PLAN, tmp_path / "once", lambda *each: told.append(each))
    assert told[0][1:] == (2, 2)
    twice = PLAN._replace(iterations=2)
    manhattan.train(twice, tmp_path / "whole", lambda *_: None)
    manhattan.train(twice, tmp_path / "once", lambda *_: None)
    texts = [
        json.loads((tmp_path / folder / "weights-02.json").read_text())["weights"]
        for folder in ("whole", "once")
    ]
    assert texts[0] == texts[1]
    assert texts[0] != once.weights
