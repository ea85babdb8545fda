"""Level 5 of an earlier commit, as a program for the arena (docs/bots.md).

baumeister arena manhattan --players 4 --seconds 0.5 \
    --bots "5,external:python -m bench.ladder.frozen_bot 551975cc"

Its source and its compiled core are made once, in build/frozen/COMMIT: beforehand with --build,
because the arena does not wait that long for a program's first answer.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "frozen"


def built(commit: str) -> Path:
    """The folder of the commit's source and core, made if there is none."""
    folder = FOLDER / commit
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / f"{commit}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "built").exists():
            archive = subprocess.run(
                ["git", "archive", commit], cwd=ROOT, check=True, capture_output=True
            )
            with tarfile.open(fileobj=BytesIO(archive.stdout)) as source:
                source.extractall(folder, filter="data")
            subprocess.run(
                [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
                cwd=folder,
                env=os.environ | {"BAUMEISTER_CORE": "required"},
                stdout=sys.stderr,
                check=True,
            )
            (folder / "built").touch()
    return folder


def main(commit: str, build_only: bool) -> None:
    source = built(commit) / "src"
    if not build_only:
        own = {"PYTHONPATH": str(source)}
        command = [sys.executable, "-m", "bench.ladder.bot_program", "5"]
        os.execve(sys.executable, command, os.environ | own)


if __name__ == "__main__":
    main(sys.argv[1], "--build" in sys.argv)
