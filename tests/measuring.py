"""Which lines and branches of the package are reached, in this process and in commands it starts.

    python -m tests.measuring ARGUMENTS

runs `baumeister` measured. It does not import pytest, which would cost every command of a terminal
test a quarter of a second.
"""

from __future__ import annotations

import atexit
import json
import os
import runpy
import sys
import uuid
from pathlib import Path
from typing import Final

try:
    import slipcover
except ImportError:  # see tools/environment.py
    slipcover = None

SOURCE: Final = ["src/baumeister"]
TERMINAL: Final = ["src/baumeister/cli"]
"""What tests reach only in a terminal: to measure the rest in every command would take a second."""
UNREACHABLE: Final = ["@overload", "@abstractmethod", r"class .*\(Protocol\)"]
OFTEN: Final = 2000
"""Calls of a reached probe before all reached ones are removed, which looks at every function."""
FOLDER: Final = "BAUMEISTER_COVERED"
"""The environment variable that names the folder."""


def program() -> list[str]:
    """The arguments for Python that run `baumeister`, measured if this process is."""
    return ["-m", "tests.measuring" if FOLDER in os.environ else "baumeister"]


def say(text: str) -> None:
    sys.stdout.write(text + "\n")


class Probes:
    """Measures this process from now on."""

    def __init__(self, everything: bool, measured: list[str] = SOURCE) -> None:
        """With `everything`, files that nobody imports count as not reached."""
        source = SOURCE if everything else None
        self.found = slipcover.Slipcover(
            branch=True, source=source, exclude_also=UNREACHABLE, d_miss_threshold=OFTEN
        )
        matcher = slipcover.FileMatcher(sources=measured)
        slipcover.ImportManager(self.found, matcher).__enter__()

    def leave(self) -> None:
        """Write what was reached into the folder."""
        path = Path(os.environ[FOLDER], f"{uuid.uuid4()}.json")
        path.write_text(json.dumps(self.found.get_coverage()))

    def percent(self) -> float:
        """Print what no process has reached; returns the percentage reached."""
        reached = self.found.get_coverage()
        for path in Path(os.environ[FOLDER]).iterdir():
            slipcover.merge_coverage(reached, json.loads(path.read_text()))
        say("")
        slipcover.print_coverage(reached, skip_covered=True)
        return float(reached["summary"]["percent_covered"])


if __name__ == "__main__":
    atexit.register(Probes(everything=False, measured=TERMINAL).leave)
    sys.argv[0] = "baumeister"
    runpy.run_module("baumeister", run_name="__main__", alter_sys=True)
