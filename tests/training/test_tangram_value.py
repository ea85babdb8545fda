"""Training of Tangram City's value network: symmetries, resuming, what it learns."""

from __future__ import annotations

import json

import pytest

from baumeister.bots.codes import make_bot
from baumeister.bots.tangram_city.levels import network_for
from baumeister.bots.weights import load, read
from baumeister.fast import compiled, tangram_city
from baumeister.fast.tangram_city import planning
from baumeister.fast.tangram_city.value_network import (
    FEATURES_AT,
    FIRST,
    FOUNTAIN_AT,
    INPUTS,
    LEFT_AT,
    ROW,
    TILES_AT,
    WEIGHTS,
    core_network,
)
from baumeister.games.tangram_city import TANGRAM_CITY
from baumeister.games.tangram_city.geometry import FIELDS

np = pytest.importorskip("numpy")
if not compiled():
    pytest.skip("training needs the compiled core", allow_module_level=True)

from baumeister.training.tangram_city import value_fit, value_games, value_network  # noqa: E402
from baumeister.training.tangram_city.value_games import Cities, Task  # noqa: E402

PLAN = value_network.Plan(
    seed=4, cores=1, command="test", commit="none", rounds=2, games=30, epochs=2
)
GUESS = value_fit.guessed().tobytes()


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr(value_network, "FILE_GAMES", 12)
    monkeypatch.setattr(value_network, "TASK_GAMES", 5)
    monkeypatch.setattr(value_fit, "BATCH", 8)


def test_turning_and_mirroring_moves_quarters_and_leaves_tiles():
    ways = value_games.symmetries()
    assert len({tuple(way) for way in ways}) == 8
    assert (ways[0] == np.arange(FEATURES_AT)).all()
    for way in ways:
        assert sorted(way) == list(range(FEATURES_AT))
        assert (way[TILES_AT:] == np.arange(TILES_AT, FEATURES_AT)).all()
    city = np.zeros(FEATURES_AT, np.uint8)
    city[[0, FIELDS + 1]] = 1  # the northern quarter of field 0, the eastern one of field 1
    turned, mirrored = city[ways[1]], city[ways[4]]
    assert np.flatnonzero(turned).tolist() == [FIELDS + 6, 2 * FIELDS + 13]  # clockwise
    assert np.flatnonzero(mirrored).tolist() == [6, 3 * FIELDS + 5]


def test_cities_are_of_all_stages_and_their_inputs_agree():
    task = Task(GUESS, guessed=True, seed=1, first=0, games=40)
    cities = value_games.play(task)
    again = value_games.play(task._replace(first=1, games=1))
    assert cities.points[1] == again.points[0]
    assert (cities.bits[1] == again.bits[0]).all()
    left = cities.bits[:, LEFT_AT:FOUNTAIN_AT].argmax(1)
    assert (cities.bits[:, LEFT_AT:FOUNTAIN_AT].sum(1) == 1).all()
    told = cities.bits[:, TILES_AT:LEFT_AT].sum(1)
    assert {*(told == left).tolist()} == {True, False}
    assert not told[told != left].any()
    assert (left == 13).sum() > 5
    assert len(set(left.tolist())) > 10
    assert {*left[cities.bits[:, FOUNTAIN_AT] > 0].tolist()} <= {0, 3, 7, 11, 15, 19}
    assert 20 < cities.points.mean() < 180


def test_targets_are_the_points_to_come():
    """A network that expects 1000 points of every city after a piece."""
    constant = np.zeros(WEIGHTS, np.float32)
    constant[INPUTS * ROW + FIRST] = 1000
    task = Task(constant.tobytes(), guessed=False, seed=2, first=0, games=30)
    found, planned = (value_games.play(task._replace(guessed=each)) for each in (False, True))
    left = found.bits[:, LEFT_AT:FOUNTAIN_AT].argmax(1)
    early = left > 13
    assert (found.points[early] >= 1000).all()
    assert (found.points[early] < 1100).all()  # and the rectangles until the horizon
    assert (planned.points[early] < 200).all()
    assert (found.points[~early] == planned.points[~early]).all()
    assert (found.points[~early] < 200).all()


def test_a_resumed_training_gives_the_same_weights_on_any_number_of_cores(tmp_path):
    def trained(name, **changes):
        plan = PLAN._replace(**changes)
        value_network.train(plan, tmp_path / name, lambda *_: None)
        return json.loads((tmp_path / name / plan.weights_file).read_text())

    whole = trained("whole")
    for left_out in ("data-00-001.npz", "weights-00.json", "data-01-000.npz", "weights-01.json"):
        (tmp_path / "whole" / left_out).unlink()
    assert trained("whole", cores=2) == whole
    assert trained("other", seed=5)["weights"] != whole["weights"]
    assert whole["provenance"]["games"] == 60
    assert len(whole["weights"]["network"]) == WEIGHTS
    make_bot(f"5:nodes=50:weights={tmp_path / 'whole'}", TANGRAM_CITY, programs=True)


def test_a_round_learns_from_two_rounds_and_ends_of_games_before(tmp_path, monkeypatch):
    """But not from what the guess played."""
    fitted, early = [], []
    fit = value_network._fitted

    def seen(plan, number, cities, progress):
        fitted.append(len(cities.points))
        early.append(int((~value_games.within_horizon(cities)).sum()))
        return fit(plan, number, cities, progress)

    monkeypatch.setattr(value_network, "_fitted", seen)
    value_network.train(PLAN._replace(rounds=4, games=16, epochs=1), tmp_path, lambda *_: None)
    assert fitted[:3] == [16, 16, 32]
    assert 32 < fitted[3] < 48
    assert all(0 < count < 32 for count in early)


def test_the_guess_plays_better_than_chance():
    """122 points; a city where everything is declined has 1 or 7."""
    network = value_fit.guessed()
    points = []
    for deal in range(50):
        position = tangram_city.Position(tangram_city.rules({"players": 1}), deal)
        planning.play_by_network(position, core_network(network.tolist()))
        points += position.points()
    assert 115 < np.mean(points) < 130


def test_the_network_learns_and_is_written_as_the_core_reads_it():
    """Sums of features and quarters are learned; the core gets weights for plain features."""
    rng = np.random.default_rng(1)
    bits = rng.integers(0, 2, (600, FEATURES_AT)).astype(np.uint8)
    features = rng.normal(5, 3, (600, 14)).astype(np.float32)
    points = (bits[:, TILES_AT] * 20 + features[:, 2] * 4).astype(np.float32)
    cities = Cities(bits, features, points)
    network = value_fit.Network(cities, 1)
    before = float(((network.points(bits, features) - points) ** 2).mean())
    for epoch in range(40):
        network.fit_once(cities, epoch / 40, 1 / 40)
    found = network.points(bits, features)
    assert float(((found - points) ** 2).mean()) < before / 10
    rows = network.weights()[: (INPUTS + 1) * ROW].reshape(INPUTS + 1, ROW)
    inputs = np.concatenate([bits, features, np.ones((600, 1))], 1)
    _, _, second, more, last, *_ = network.layers
    sums = inputs @ rows
    hidden = np.maximum(np.maximum(sums[:, :FIRST], 0) @ second + more, 0)
    assert hidden @ last + sums[:, FIRST] == pytest.approx(found, abs=0.05)


def test_the_shipped_network_has_a_provenance():
    found = load("baumeister.bots.tangram_city", "value-network")
    assert {"commit", "command", "games", "seed", "result", "date"} <= found.provenance.keys()
    assert network_for("standard") is network_for("standard")
    assert read(json.dumps(found._asdict())) == found
