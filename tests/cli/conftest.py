"""Running the command line."""

from __future__ import annotations

import pytest

from baumeister.cli.app import app


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
