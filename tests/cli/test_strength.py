"""Without the compiled core the bots are weaker, and the commands say so."""

from __future__ import annotations

import os

from tests.cli.test_commands import baumeister


def test_selfplay_says_that_the_strongest_levels_are_weaker(tmp_path):
    given = ("selfplay", "manhattan", "--players", "2", "--rounds", "1", "--bots", "5")
    without = {**os.environ, "BAUMEISTER_CORE": "none"}
    done = baumeister(*given, "--out", str(tmp_path), env=without)
    assert done.returncode == 0
    assert b"Levels 4 and 5 play like level 3" in done.stderr
