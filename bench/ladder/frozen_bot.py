"""A level of an earlier commit, as a program for the arena (docs/bots.md).

baumeister arena manhattan --players 4 --seconds 0.5 \
    --bots "5,external:python -m bench.ladder.frozen_bot 551975cc 5"

Its source and its compiled core are made once, in build/frozen: beforehand with --build,
because the arena does not wait that long for a program's first answer.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

from baumeister.core.errors import BaumeisterError

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "frozen" / str(sys.implementation.cache_tag)
CORE = {"BAUMEISTER_CORE": "required"}  # without it, levels 4 and 5 would play like level 3


def built(commit: str) -> Path:
    """The folder of the commit's source and core; made, or BaumeisterError, if there is none."""
    folder = FOLDER / commit
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / f"{commit}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "built").exists():
            archive = subprocess.run(
                ["git", "archive", commit], cwd=ROOT, capture_output=True, check=False
            )
            if archive.returncode:
                raise BaumeisterError(f"commit {commit} is not in the history of this checkout")
            folder.mkdir(exist_ok=True)
            subprocess.run(["tar", "x"], cwd=folder, input=archive.stdout, check=True)
            compiled = subprocess.run(
                [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
                cwd=folder,
                env=os.environ | CORE,
                stdout=sys.stderr,
                check=False,
            )
            if compiled.returncode:
                raise BaumeisterError(f"the core of commit {commit} cannot be built, see above")
            (folder / "built").touch()
    return folder


def main(commit: str, level: str = "5") -> None:
    source = built(commit) / "src"
    if level != "--build":
        own = CORE | {"PYTHONPATH": str(source)}
        command = [sys.executable, "-m", "bench.ladder.bot_program", level]
        os.execve(sys.executable, command, os.environ | own)


if __name__ == "__main__":
    main(*sys.argv[1:])
