"""A virtual environment for each library: created once from a hashed lock file, then reused."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from environment import LOCKED, python_of, say, works  # noqa: E402


class UnavailableError(Exception):
    """The library cannot be installed here; the text says why."""


def environment(name: str, oldest: tuple[int, int]) -> str:
    """The Python of .venv-bench-NAME, with the packages locked in requirements/bench-NAME.txt."""
    folder = ROOT / f".venv-bench-{name}"
    locked = ROOT / "requirements" / f"bench-{name}.txt"
    stamp = folder / "locked"
    digest = hashlib.sha256(str(ROOT).encode() + locked.read_bytes()).hexdigest()
    python = python_of(str(folder))
    if works(python) and stamp.exists() and stamp.read_text() == digest:
        return python
    say(f"installing {name} into {folder.name} (once)")
    run(sys_python(oldest), "-m", "venv", "--clear", str(folder))
    run(python, "-m", "pip", "--disable-pip-version-check", "install", *LOCKED, str(locked))
    stamp.write_text(digest)
    return python


def sys_python(oldest: tuple[int, int]) -> str:
    """A Python on this machine that is new enough."""
    if sys.version_info >= oldest:
        return sys.executable
    managed = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    known = [shutil.which(f"python3.{minor}") for minor in range(20, oldest[1] - 1, -1)]
    code = f"import sys, venv, ensurepip; sys.exit(sys.version_info < {oldest})"
    for python in (*filter(None, known), *map(str, sorted(managed.glob("3.*/bin/python")))):
        if subprocess.run([python, "-c", code], capture_output=True, check=False).returncode == 0:
            return python
    raise UnavailableError("needs Python {}.{} or newer, which was not found".format(*oldest))


def run(*command: str) -> None:
    """Run a command; the last error line of its output becomes the reason of a failure."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr + done.stdout).splitlines()
        errors = [line for line in lines if re.match(r"\s*(error|fatal)", line, re.IGNORECASE)]
        raise UnavailableError((errors or lines or ["it failed"])[-1].strip())


def source(name: str, python: str) -> Path:
    """The unpacked source of a locked distribution, cached in its environment."""
    folder = ROOT / f".venv-bench-{name}" / "source"
    if not folder.exists():
        whole = (ROOT / "requirements" / f"bench-{name}.txt").read_text()
        found = re.search(rf"^{name}==.*?(?=^\S|\Z)", whole, re.MULTILINE | re.DOTALL)
        assert found
        fresh = folder.with_name("source-fresh")
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir()
        (fresh / "locked.txt").write_text(found[0])
        run(
            python, "-m", "pip", "--disable-pip-version-check", "download", "--no-deps",
            "--no-build-isolation", "--require-hashes", f"--no-binary={name}",
            "--dest", str(fresh), "-r", str(fresh / "locked.txt"),
        )  # fmt: skip
        shutil.unpack_archive(next(fresh.glob("*.tar.gz")), fresh, filter="data")
        fresh.rename(folder)
    return next(path for path in folder.iterdir() if path.is_dir())
