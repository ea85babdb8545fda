"""Measure which lines and branches of the package the tests reach: `pytest -p tests.covered`.

Slipcover removes its probes from code that has been reached, so that it hardly slows the tests
down. Its own pytest plugin loses what other processes have seen; here the processes of xdist and
the commands that tests run in a terminal leave it in a folder.
"""

from __future__ import annotations

import atexit
import json
import os
import runpy
import shutil
import sys
import tempfile
import uuid
from pathlib import Path
from typing import Final

import pytest

try:
    import slipcover
except ImportError:  # see tools/environment.py
    slipcover = None

SOURCE: Final = ["src/baumeister"]
TERMINAL: Final = ["src/baumeister/cli"]
"""What tests reach only in a terminal: to measure the rest in every command would take a second."""
ENOUGH: Final = 95
"""Per cent of lines and branches."""
UNREACHABLE: Final = ["@overload", "@abstractmethod", r"class .*\(Protocol\)"]
FOLDER: Final = "BAUMEISTER_COVERED"
"""The environment variable that names the folder."""


def program() -> list[str]:
    """The arguments for Python that run `baumeister`, measured if this process is."""
    return ["-m", "tests.covered" if FOLDER in os.environ else "baumeister"]


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


class Probes:
    """Measures this process from now on."""

    def __init__(self, everything: bool, measured: list[str] = SOURCE) -> None:
        """With `everything`, files that nobody imports count as not reached."""
        source = SOURCE if everything else None
        self.found = slipcover.Slipcover(branch=True, source=source, exclude_also=UNREACHABLE)
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
        _say("")
        slipcover.print_coverage(reached, skip_covered=True)
        return float(reached["summary"]["percent_covered"])


PROBES: Final = pytest.StashKey[Probes]()


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Begin before the first test imports the package."""
    if slipcover is None:
        return
    is_first = FOLDER not in os.environ
    if is_first:
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="covered")
    early_config.stash[PROBES] = Probes(everything=is_first)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Report, and fail if it is too little; xdist's other processes have finished by then."""
    probes = session.config.stash.get(PROBES, None)
    if probes is None:
        _say("Coverage was not measured: slipcover is not installed.")
    elif hasattr(session.config, "workerinput"):
        probes.leave()
    else:
        percent = probes.percent()
        shutil.rmtree(os.environ.pop(FOLDER))
        _say(f"{percent:.1f} % of lines and branches are covered; {ENOUGH} % are required.")
        if percent < ENOUGH and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


if __name__ == "__main__":
    atexit.register(Probes(everything=False, measured=TERMINAL).leave)
    sys.argv[0] = "baumeister"
    runpy.run_module("baumeister", run_name="__main__", alter_sys=True)
