"""Commands warn that bots are weaker without the compiled core."""

from __future__ import annotations

import os

from tests.cli.test_commands import baumeister


def test_selfplay_warns_about_weaker_levels(tmp_path):
    given = ("selfplay", "manhattan", "--players", "2", "--rounds", "1", "--bots", "5")
    without = {**os.environ, "BAUMEISTER_CORE": "none"}
    done = baumeister(*given, "--out", str(tmp_path), env=without)
    assert done.returncode == 0
    assert b"Levels 4 and 5 play like level 3" in done.stderr
