"""Measure which lines and branches of the package the tests reach: `pytest -p tests.covered`.

Slipcover removes its probes from code that has been reached, so that it hardly slows the tests
down. Its own pytest plugin loses what other processes have seen; here the processes of xdist and
the commands that tests run in a terminal leave it in a folder.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from typing import Final

import pytest

from tests.measuring import FOLDER, Probes, say, slipcover

ENOUGH: Final = 95
"""Per cent of lines and branches."""
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
        say("Coverage was not measured: slipcover is not installed.")
    elif hasattr(session.config, "workerinput"):
        probes.leave()
    else:
        percent = probes.percent()
        shutil.rmtree(os.environ.pop(FOLDER))
        say(f"{percent:.1f} % of lines and branches are covered; {ENOUGH} % are required.")
        if percent < ENOUGH and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
