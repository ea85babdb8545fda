"""Training of who rivals are: that kinds are told and foretold, repeated, and gone on with."""

from __future__ import annotations

import json

import pytest

from baumeister.bots.manhattan.opponents import FEATURES as NAMES
from baumeister.bots.manhattan.opponents import MODELS as KINDS
from baumeister.bots.manhattan.opponents import probabilities as shares
from baumeister.bots.weights import load
from baumeister.fast import compiled

np = pytest.importorskip("numpy")
if not compiled():
    pytest.skip("training needs the compiled core", allow_module_level=True)

from baumeister.training.manhattan import opponents as manhattan_rivals  # noqa: E402
from baumeister.training.manhattan import policy_fit as net  # noqa: E402

PLAN = manhattan_rivals.Plan(
    seed=3, cores=1, command="test", commit="none", players=3, games=40, variety=5
)


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(manhattan_rivals, "PART", 4)
    monkeypatch.setattr(manhattan_rivals, "HELD", 2)
    monkeypatch.setattr(manhattan_rivals, "EPOCHS", 1)
    few = {"steady": "nodes=2:leaf=round:policy=learned", "far": "nodes=2", "plain": "nodes=3"}
    codes = manhattan_rivals.CODES | {kind: (f"search:{code}",) for kind, code in few.items()}
    monkeypatch.setattr(manhattan_rivals, "CODES", codes)


def untold(_what, _done, _total):
    pass


def test_it_can_be_repeated_and_gone_on_with(small, tmp_path):
    once = manhattan_rivals.train(PLAN, tmp_path, untold)
    assert set(once.weights) == {"classifier", *KINDS}
    assert len(once.weights["classifier"]) == len(KINDS) * len(NAMES)
    written = json.loads((tmp_path / PLAN.weights_file).read_text())
    assert written["weights"]["plain"] == [round(each, 4) for each in once.weights["plain"]]
    assert written["provenance"]["games"] == 40
    for part in (tmp_path / "games-0001.npz", tmp_path / "games-0007.npz"):
        part.unlink()
    told = []
    again = manhattan_rivals.train(PLAN, tmp_path, lambda *each: told.append(each))
    assert again.weights == once.weights
    assert [each for each in told if each[0] == "games"] == [("games", 36, 40), ("games", 40, 40)]


def test_kinds_that_differ_are_told():
    """Who builds on nothing, and who takes: as far apart as can be."""
    rng = np.random.default_rng(1)
    kinds = rng.integers(0, len(KINDS), 3000).astype(np.int32)
    counts = np.zeros((3000, len(NAMES)), np.float32)
    counts[:, 0] = 1
    counts[np.arange(3000), 1 + kinds] = rng.integers(1, 4, 3000)
    looks = manhattan_rivals.Looks(counts, kinds)
    telling, right = manhattan_rivals.told([looks], [looks])
    assert right == 1
    for kind in range(len(KINDS)):
        seen = [1.0] + [0.0] * (len(NAMES) - 1)
        seen[1 + kind] = 3.0
        assert shares(seen, telling)[kind] > 0.9


def test_plans_that_cannot_be():
    assert "--players" in PLAN._replace(players=2).problem()
    assert "--games" in PLAN._replace(games=5).problem()
    assert "--variety" in PLAN._replace(games=1000, variety=-1).problem()
    assert PLAN._replace(games=1000).problem() is None


@pytest.mark.parametrize("players", [3, 4])
def test_what_is_shipped_comes_from_somewhere(players):
    shipped = load("baumeister.bots.manhattan", f"opponents-{players}")
    assert (shipped.players, shipped.kind) == (players, "opponents")
    assert {"commit", "command", "games", "seed", "result", "date"} <= set(shipped.provenance)
    for kind in KINDS:
        assert len(shipped.weights[kind]) == net.ROWS * net.UNITS
