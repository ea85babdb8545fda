"""Settings for all tests, and a fixture that runs the command line."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from hypothesis import HealthCheck, settings

from baumeister.cli.app import app
from tests.tracing import untraced

settings.register_profile(
    "baumeister", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=25
)
settings.load_profile("baumeister")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Run `untraced` tests without coverage; their fixtures, which others share, are traced."""
    with untraced() if item.get_closest_marker("untraced") else nullcontext():
        return (yield)


@pytest.fixture
def run(capsys):
    """Run a command in this process: exit code, stdout, stderr."""

    def run(*arguments: object) -> tuple[int, str, str]:
        try:
            code = app([str(a) for a in arguments], result_action="return_value")
        except SystemExit as stop:
            code = stop.code
        captured = capsys.readouterr()
        return int(code or 0), captured.out, captured.err

    return run
