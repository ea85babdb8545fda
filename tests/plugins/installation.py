"""Card Nim installed from its own package, beside the built wheel, in a separate environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from baumeister.server.settings import BUILT
from tests.debian import locked, shared_folder

ROOT = Path(__file__).parents[2]
CARD_NIM = ROOT / "docs" / "examples" / "card-nim"


class Installation(NamedTuple):
    """An environment whose only Baumeister is the installed wheel."""

    python: Path

    def run(self, *command: object, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run `baumeister`; the exit status is for the caller to check."""
        return subprocess.run(
            [self.python, "-m", "baumeister", *map(str, command)],
            capture_output=True,
            text=True,
            check=False,
            env=self.environment(**environment),
        )

    def environment(self, **more: str) -> dict[str, str]:
        """Without what would point back to the checkout or measure it."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("COV", "PYTHONPATH"))}
        return kept | {"BAUMEISTER_CORE": "none", "COLUMNS": "100"} | more


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """Made once for all workers: the wheel without the compiled core, and Card Nim."""
    shared = shared_folder(tmp_path_factory)
    folder = shared / "card-nim"
    python = folder / "env" / "bin" / "python"
    with locked(shared):
        if not (folder / "done").exists():
            _install(folder, python)
            (folder / "done").touch()
    return Installation(python)


def _install(folder: Path, python: Path) -> None:
    if not (BUILT / "index.html").exists():
        pytest.fail("the browser client is not built: run tools/build-client")
    run = _runner(folder)
    checkout = folder / "checkout"
    ignored = shutil.ignore_patterns("node_modules", "__pycache__", "*.egg-info", "*.so")
    for name in ("src", "tools", "web", "requirements", "docs/examples/card-nim"):
        shutil.copytree(ROOT / name, checkout / name, ignore=ignored)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "MANIFEST.in"):
        shutil.copy(ROOT / name, checkout)
    run(sys.executable, "-m", "venv", "--without-pip", folder / "env")
    outer = sysconfig.get_paths()["purelib"]  # for the dependencies; the wheel comes first
    (inner,) = (folder / "env" / "lib").glob("python*/site-packages")
    (inner / "dependencies.pth").write_text(f"{outer}\n")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python)
    options = ("--quiet", "--no-deps", "--no-index", "--no-build-isolation")
    card_nim = checkout / "docs" / "examples" / "card-nim"
    run(*pip, "install", *options, "--no-compile", "--force-reinstall", checkout, card_nim)


def _runner(folder: Path) -> Callable[..., None]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("COV", "PYTHONPATH"))}

    def run(*command: object) -> None:
        done = subprocess.run(
            list(map(str, command)),
            capture_output=True,
            text=True,
            check=False,
            cwd=folder if folder.exists() else None,
            env=environment | {"BAUMEISTER_CORE": "none"},
        )
        assert done.returncode == 0, done.stdout + done.stderr

    return run
