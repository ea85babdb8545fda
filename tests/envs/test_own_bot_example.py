"""docs/examples/own_bot.py: with a stand-in for torch, and slowly with torch and a service."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from baumeister.records import load

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
SCRIPT = EXAMPLES / "own_bot.py"
MOST_LINES = 40


def linear(inputs, outputs):
    return np.random.default_rng(1).normal(size=(outputs, inputs)).dot


def test_the_script_is_short():
    lines = [line for line in SCRIPT.read_text("utf-8").splitlines() if line.strip()]
    assert len(lines) <= MOST_LINES


def test_an_own_bot_plays_everywhere(tmp_path, monkeypatch, capsys):
    fake = SimpleNamespace(nn=SimpleNamespace(Linear=linear), from_numpy=np.asarray)
    monkeypatch.setitem(sys.modules, "torch", fake)
    monkeypatch.syspath_prepend(EXAMPLES)
    monkeypatch.delitem(sys.modules, "own_bot", raising=False)
    import own_bot

    own_bot.play_and_analyse(tmp_path)
    monkeypatch.delitem(sys.modules, "own_bot")
    assert "Estimate" in capsys.readouterr().out
    records = [load(path) for path in (tmp_path / "games").iterdir()]
    assert len(records) == 4
    for record in records:
        assert {player.kind for player in record.players} == {"bot:ownbot", "bot:manhattan:3"}


@pytest.mark.slow
def test_with_torch_and_at_a_table(tmp_path):
    pytest.importorskip("torch", reason="needs: pip install torch")
    code = "import sys, own_bot; from baumeister.server.serve import free_port\n"
    code += "own_bot.play_and_analyse(sys.argv[1])\n"
    code += "own_bot.play_at_a_table(sys.argv[1], str(free_port()))"
    found = subprocess.run(
        [sys.executable, "-c", code, tmp_path],
        cwd=EXAMPLES,
        env={**os.environ, "NO_PROXY": "127.0.0.1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    assert "Estimate" in found.stdout
    assert "bot replaced" not in found.stderr
