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
    monkeypatch.setattr("baumeister.training.manhattan.ALONE", 200)
    monkeypatch.setattr("baumeister.training.manhattan.COMPARED", 20)
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


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("tangram-city",), "there is: manhattan"),
        (("manhattan", "--players", 5), "2, 3 or 4"),
        (("manhattan", "--games", 0), "1 or more"),
        (("manhattan", "--cores", 0), "--cores 1 or more"),
        (("manhattan", "--variety", -1), "--variety must be 0 or more"),
    ],
)
def test_what_cannot_be_trained(run, tmp_path, given, said):
    code, _, err = run("train", *given, "--out", tmp_path)
    assert code == 2
    assert said in err
