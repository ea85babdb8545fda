"""Plug-ins that are broken or repeat an id are reported by name and left out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

DUPLICATE = """
from baumeister.core import Plugin
from baumeister.games.manhattan import Manhattan
PLUGIN = Plugin(Manhattan())
"""
BAD_ID = """
from baumeister.core import Plugin
from baumeister.games.manhattan import Manhattan
class Odd(Manhattan):
    id = "Odd Game"
PLUGIN = Plugin(Odd())
"""
UNDECLARED = """
from baumeister.core import Plugin
from tests.server.third_party import TakeAway
PLUGIN = Plugin(TakeAway())
"""
BROKEN = {
    "raises": ("raise RuntimeError('no licence')", "RuntimeError('no licence')"),
    "not-a-plugin": ("PLUGIN = 3", "not a baumeister.core.plugin.Plugin"),
    "no-such-name": ("", "has no attribute 'PLUGIN'"),
    "duplicate": (DUPLICATE, "there is a game with the id 'manhattan' already"),
    "bad-id": (BAD_ID, "is not lower-case words joined by hyphens"),
}
LOOK = """
from baumeister.core import registry
print(*registry.games())
print(*registry.problems(), sep="\\n")
"""


def distribution(folder: Path, name: str, code: str) -> None:
    """A distribution as an installer leaves it: metadata, an entry point, a module."""
    module = f"plugin_{name.replace('-', '_')}"
    (folder / f"{module}.py").write_text(code)
    info = folder / f"{module}-2.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.0\n")
    (info / "entry_points.txt").write_text(f"[baumeister.games]\n{name} = {module}:PLUGIN\n")


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": path},
    )


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_plugin_is_reported_and_the_others_work(name, tmp_path):
    code, reason = BROKEN[name]
    distribution(tmp_path, name, code)
    found = python(tmp_path, "-c", LOOK)
    games, problem = found.stdout.splitlines()
    assert games == "manhattan tangram-city", found.stderr
    assert problem.startswith(f"the game plug-in {name} ({name} 2.0) was left out: ")
    assert reason in problem


def test_the_command_line_says_so_and_goes_on(tmp_path):
    distribution(tmp_path, "raises", BROKEN["raises"][0])
    out = tmp_path / "games"
    done = python(
        tmp_path,
        "-m",
        "baumeister",
        "selfplay",
        "tangram-city",
        *("--players", "1", "--out"),
        str(out),
    )
    assert done.returncode == 0
    assert "raises (raises 2.0) was left out" in done.stderr
    assert list(out.glob("*.bau.json"))


def test_a_game_that_declares_no_options_has_no_flags(tmp_path):
    distribution(tmp_path, "undeclared", UNDECLARED)
    out = tmp_path / "games"
    done = python(tmp_path, "-m", "baumeister", "selfplay", "take-away", "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert list(out.glob("take-away-*.bau.json"))
