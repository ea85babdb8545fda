"""`baumeister train`."""

from __future__ import annotations

import json

import pytest

from baumeister.fast import compiled

pytest.importorskip("numpy")
if not compiled():
    pytest.skip("training needs the compiled core", allow_module_level=True)

TRAIN = ("train", "manhattan", "--players", 2, "--games", 1, "--nodes", 2, "--cores", 1)


def test_train_writes_weights_with_provenance(run, tmp_path, monkeypatch):
    monkeypatch.setattr("baumeister.training.manhattan.policy.COMPARISON_GAMES", 20)
    code, out, err = run(*TRAIN, "--iterations", 1, "--out", tmp_path)
    assert code == 0, err
    written = json.loads((tmp_path / "weights-01.json").read_text())
    assert out.split() == [str(tmp_path / "weights-01.json")]
    assert (written["game"], written["players"]) == ("manhattan", 2)
    assert written["provenance"]["games"] == 1
    code, _, err = run(*TRAIN, "--iterations", 1, "--out", tmp_path)
    assert code == 2
    assert "--resume" in err
    code, _, err = run(*TRAIN, "--iterations", 1, "--seed", 3, "--out", tmp_path, "--resume")
    assert code == 2
    assert "was begun with" in err
    code, _, err = run(*TRAIN, "--iterations", 1, "--out", tmp_path, "--resume")
    assert code == 0, err


TANGRAM_CITY = ("train", "tangram-city", "--games", 16, "--epochs", 1, "--cores", 1)


def test_tangram_city_training_can_be_resumed(run, tmp_path, monkeypatch):
    for module in ("value_network", "value_fit"):
        monkeypatch.setattr(f"baumeister.training.tangram_city.{module}.BATCH", 8)
    code, out, err = run(*TANGRAM_CITY, "--rounds", 1, "--out", tmp_path)
    assert code == 0, err
    assert out.split() == [str(tmp_path / "weights-00.json")]
    assert "held-out targets" in err
    code, _, err = run(*TANGRAM_CITY, "--rounds", 2, "--out", tmp_path, "--resume")
    assert code == 0, err
    assert json.loads((tmp_path / "weights-01.json").read_text())["provenance"]["games"] == 32
    code, _, err = run(*TRAIN, "--out", tmp_path, "--resume")
    assert code == 2
    assert "was begun with tangram-city --seed 0 --games 16 --epochs 1" in err


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("chess",), 'Unknown command "chess". Available commands: manhattan, manhattan-value,'),
        (("manhattan-value", "--exploration", 2), "Unknown option: --exploration"),
        (("manhattan-value", "--variety", 2), "--variety must be 0 to 1"),
        (("manhattan", "--players", 5), "2, 3 or 4"),
        (("manhattan", "--games", 0), "1 or more"),
        (("manhattan", "--cores", 0), "1 or more"),
        (("manhattan", "--variety", -1), "0 or more"),
        (("manhattan", "--seed", -1), "0 or more"),
        (("manhattan", "--population", 9), "Unknown option: --population"),
        (("tangram-city", "--players", 1), "Unknown option: --players"),
        (("tangram-city", "--games", 1), "1024 or more"),
        (("tangram-city", "--rounds", 0), "1 or more"),
    ],
)
def test_invalid_arguments(run, tmp_path, given, message):
    code, _, err = run("train", *given, "--out", tmp_path)
    assert code != 0
    assert message in err
