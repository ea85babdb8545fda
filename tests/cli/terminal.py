"""`baumeister` in a pseudo-terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pexpect

from tests.measuring import program

NOWHERE = Path("/nonexistent")


def terminal(
    *command: str, size: tuple[int, int] = (50, 100), data: Path = NOWHERE, **environment: str
) -> pexpect.spawn:
    """Run a command in a terminal of so many rows and columns; saved games are in `data`."""
    given = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
    given |= {"TERM": "xterm-256color", "LANG": "C.UTF-8", "XDG_DATA_HOME": str(data)}
    child = pexpect.spawn(
        sys.executable,
        [*program(), *command],
        encoding="utf-8",
        dimensions=size,
        timeout=60,
        env=given | environment,
    )
    child.delaybeforesend = None  # the program asks before it reads
    return child


def play(*arguments: str, data: Path = NOWHERE) -> pexpect.spawn:
    """Run `baumeister play`."""
    return terminal("play", *arguments, data=data)
