"""Settings for all tests, and a fixture that runs the command line."""

from __future__ import annotations

import gc
import os
import ssl
from collections.abc import Generator
from functools import cache

import pytest
from hypothesis import HealthCheck, settings

from baumeister.cli.app import app

settings.register_profile(
    "baumeister", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=15
)
settings.load_profile("baumeister")

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the tests use every core already
ssl.create_default_context = cache(ssl.create_default_context)  # type: ignore[assignment]
# httpx reads all root certificates for every client, though no test connects by TLS


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Importing everything makes no garbage, and what is imported stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()  # no later collection looks at modules and tests
        gc.enable()


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
