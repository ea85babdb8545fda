"""A game from another package that brings only its rules, on the command line.

tests/plugins installs it and runs the other commands.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CARD_NIM = Path(__file__).parents[2] / "docs" / "examples" / "card-nim"
BROKEN_COMMANDS = """
from card_nim.game import CardNim
from baumeister.core.plugin import Plugin
class Other(CardNim):
    id = "other-nim"
PLUGIN = Plugin(Other(), commands={"play": "other_nim:x", "nim": "no_such_module:command"})
"""


def distribution(folder: Path, name: str, entry: str) -> None:
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[baumeister.games]\n{name} = {entry}\n")


@pytest.fixture(scope="module")
def baumeister(tmp_path_factory):
    """Run the command line with Card Nim installed; returns status, stdout and stderr."""
    folder = tmp_path_factory.mktemp("installed")
    distribution(folder, "card-nim", "card_nim.game:PLUGIN")
    paths = [str(folder), str(CARD_NIM), os.environ.get("PYTHONPATH", "")]

    def run(*arguments: object, typed: str = "", more: Path | None = None):
        path = os.pathsep.join([*paths, str(more)] if more else paths)
        done = subprocess.run(
            [sys.executable, "-m", "baumeister", *map(str, arguments)],
            capture_output=True,
            check=False,
            env={**os.environ, "PYTHONPATH": path, "COLUMNS": "100"},
            input=typed,
            text=True,
        )
        return done.returncode, done.stdout, done.stderr

    return run


def test_rules_and_schema(baumeister):
    code, _, err = baumeister("rules", "card-nim", "M2")
    assert (code, err) == (2, "baumeister: no clause 'M2'; the sections are N1, N2, N3, N4\n")
    assert "card-nim" in json.loads(baumeister("schema")[1])["properties"]["game"]["enum"]


def test_play(baumeister, tmp_path):
    path = tmp_path / "game.bau.json"
    seats = ("play", "card-nim", "--seats", "Ada,greedy", "--seed", 3, "--save", path)
    typed = "take 9\nl\ns\nr\n?\n1\nq\n"
    code, out, _ = baumeister(*seats, typed=typed)
    assert code == 0
    for part in (
        "'take 9' is not an action here",
        "   3  take 3",
        "If the game were scored now: Ada 0, Eager Emil 1 0",
        "N4 The end",
        "Ada: take 1",
        "Chance: deal 1 ?",
    ):
        assert part in out, part
    code, out, _ = baumeister("play", "--resume", path, typed="take 1\n" * 20)
    assert code == 0
    assert "won (last stone)." in out


def test_bots(baumeister, tmp_path):
    """Generic hints; a level is refused, because the game has none."""
    path = tmp_path / "game.bau.json"
    seats = ("play", "card-nim", "--seed", 3, "--save", path)
    code, out, err = baumeister(*seats, typed="hint\nq\n")
    assert code == 0, err
    assert "take" in out
    code, _, err = baumeister("play", "card-nim", "--seats", "Ada,3")
    assert code == 2
    assert "no bot 'card-nim:3' for card-nim" in err
    assert len(err.splitlines()) == 1


def test_broken_commands_of_a_plugin(baumeister, tmp_path):
    """A plug-in cannot replace our commands, and a command that fails is reported."""
    distribution(tmp_path, "other-nim", "other_nim:PLUGIN")
    (tmp_path / "other_nim.py").write_text(BROKEN_COMMANDS)
    code, out, err = baumeister("--help", more=tmp_path)
    assert code == 0
    assert "Play in the terminal" in out
    assert "Card Nim, " in out
    assert "the command play of the game other-nim was left out: the name is taken" in err
    assert "the command nim does not work" in err
    code, _, err = baumeister("nim", more=tmp_path)
    assert code == 2
    assert "No module named 'no_such_module'" in err
    assert "Traceback" not in err
