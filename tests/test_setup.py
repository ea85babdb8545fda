"""tools/progress.py: ./play shows its own steps, and nothing of what pip and npm print."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pexpect
import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import progress  # type: ignore[import-not-found]  # noqa: E402

sys.path.pop(0)

NOISY = "print('Collecting noise'); import sys; print('npm warn', file=sys.stderr); sys.exit({})"


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / ".setup.log"
    monkeypatch.setattr(progress, "LOG", str(path))
    return path


def noisy(status: int) -> list[str]:
    return [sys.executable, "-c", NOISY.format(status)]


def test_noise_goes_to_the_log(log: Path, capfd: pytest.CaptureFixture[str]) -> None:
    steps = progress.Steps()
    steps.plan(2)
    assert steps.run("fetching the Python packages", noisy(0)) == 0
    assert steps.run("building the page", noisy(0)) == 0
    out, err = capfd.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "baumeister: 1/2 fetching the Python packages",
        "baumeister: 2/2 building the page",
    ]
    assert log.read_text().splitlines().count("Collecting noise") == 2


def test_a_failure_names_the_log_and_shows_its_end(
    log: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    steps = progress.Steps()
    steps.plan(2)
    many = "for i in range(100): print('line', i)\nraise SystemExit(3)"
    assert steps.run("fetching", noisy(0)) == 0
    assert steps.run("building", [sys.executable, "-c", many]) == 3
    printed = capfd.readouterr().err
    assert "line 99" in printed
    assert "line 80" not in printed
    assert "noise" not in printed
    assert os.path.relpath(log) in printed


def test_a_terminal_shows_the_seconds(log: Path) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'tools')!r}); import progress;"
        f"progress.LOG = {str(log)!r}; progress.steps.plan(1);"
        "progress.steps.run('building', [sys.executable, '-c', 'import time; time.sleep(0.5)'])"
    )
    child = pexpect.spawn(sys.executable, ["-c", code], encoding="utf-8", timeout=30)
    child.expect(r"1/1 building [|/\\-] \d+ s")
    child.expect(r"1/1 building: done \(\d+ s\)")
    child.expect(pexpect.EOF)


def test_nothing_is_planned_if_everything_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second start prints no step at all."""
    sys.path.insert(0, str(ROOT / "tools"))
    import environment  # type: ignore[import-not-found]

    sys.path.pop(0)
    monkeypatch.setattr(environment, "works", lambda _: True)
    monkeypatch.setattr(environment, "is_installed", lambda *_: True)
    monkeypatch.setattr(environment.steps, "run", lambda *_: pytest.fail("a step"))
    assert environment.prepare("play").endswith("python")
