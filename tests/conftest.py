"""Settings for all tests, and a fixture that runs the command line."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from baumeister.cli.app import app
from tests.tracing import untraced

ROOT = Path(__file__).parent

settings.register_profile(
    "baumeister", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=25
)
settings.load_profile("baumeister")


TRACED_ONCE = ("arena", "bots", "cli", "envs", "fast", "server", "training", "test_lessons.py")
"""Where the cases of a parametrised test reach the same lines: only the first is traced."""


def pytest_collection_modifyitems(items):
    """Mark repeated cases `untraced`; the first case of each test is enough for coverage."""
    seen = set()
    for item in items:
        test = (item.path, getattr(item, "originalname", item.name))
        parts = item.path.relative_to(ROOT).parts if item.path.is_relative_to(ROOT) else ()
        if test in seen and parts and parts[0] in TRACED_ONCE:
            item.add_marker(pytest.mark.untraced)
        seen.add(test)


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
