"""Programs that tests need, installed from Debian's packages where they are absent.

Where they cannot be had, the tests are skipped and say why.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest


class AbsentError(Exception):
    """A package is missing and cannot be downloaded; the message becomes the skip reason."""


def is_root() -> bool:
    return os.geteuid() == 0


def run(*command: str, timeout: float = 60) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise AbsentError(f"{command[0]} failed: {said[-1] if said else done.returncode}")
    return done.stdout


def found(find: Callable[[], Path | None], package: str) -> Path:
    """What `find` finds, once the package is installed."""
    there = find()
    if there is None:
        _install(package)
        there = find()
    if there is None:
        raise AbsentError(f"Debian's package {package} has not brought what was expected")
    return there


def _install(package: str) -> None:
    if not is_root() or shutil.which("apt-get") is None:
        raise AbsentError(f"Debian's package {package} is not installed, and only root could do it")
    quiet = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-y")
    install = (*quiet, "install", "--no-install-recommends", package)
    try:
        run(*install, timeout=300)
    except AbsentError:  # the lists of packages may be old
        run(*quiet, "update", timeout=300)
        run(*install, timeout=300)


def shared_folder(factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this run know."""
    base = factory.getbasetemp()
    return base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base


@contextmanager
def locked(shared: Path) -> Iterator[None]:
    """One process of this run at a time."""
    with (shared / "debian.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def skip(what: str, reason: Exception) -> NoReturn:
    """Loudly: pytest -ra, which is the default here, prints it at the end."""
    pytest.skip(f"{what} IS NOT TESTED HERE: {reason}")
