"""Card Nim installed from its own package, beside the built wheel, in a separate environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from baumeister.server.settings import BUILT
from tests.debian import locked, shared_folder

ROOT = Path(__file__).parents[2]
CARD_NIM = ROOT / "docs" / "examples" / "card-nim"
BUILD = """
import os, sys
to, checkout, card_nim = sys.argv[1:]
sys.path.insert(0, checkout + "/tools")
import backend
from setuptools import build_meta
for folder, maker in ((checkout, backend), (card_nim, build_meta)):
    os.chdir(folder)
    maker.build_wheel(to)
"""
"""As pip builds and unpacks wheels, in half its time."""


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
            _install(folder)
            (folder / "done").touch()
    return Installation(python)


def _install(folder: Path) -> None:
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
    wheels = folder / "wheels"
    run(sys.executable, "-c", BUILD, wheels, checkout, checkout / "docs" / "examples" / "card-nim")
    for wheel in wheels.iterdir():
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(inner)


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
