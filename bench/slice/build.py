"""Builds both sides of the slice with the same flags."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parents[2]
CORE = ROOT / "src/baumeister/fast/cpp"
FLAGS = ["-std=c++20", "-O3", "-g0", "-fvisibility=hidden", "-fno-strict-aliasing", "-DNDEBUG"]


def run(*command: str, **environment: str) -> None:
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"bench: {' '.join(command)} failed:\n{done.stderr[-2000:]}")


def cython(folder: Path, architecture: str) -> Path:
    """The slice in Cython; the flags are those of setup.py."""
    source = folder / "manhattan_cython.cpp"
    if not source.exists():
        slice_in_cython = str(Path(__file__).with_name("manhattan_cython.py"))
        run(sys.executable, "-m", "cython", "--cplus", "-3", slice_in_cython, "-o", str(source))
    built = folder / f"cython-{architecture}" / "manhattan_cython.so"
    built.parent.mkdir()
    run(
        "c++", *FLAGS, f"-march={architecture}", "-shared", "-fPIC", f"-I{CORE}",
        f"-I{sysconfig.get_path('include')}", str(source), "-o", str(built),
    )  # fmt: skip
    return built


def shipped(folder: Path, native: bool) -> Path:
    """The shipped core, by its own setup.py: for every instruction set, or for this one machine."""
    target = folder / ("native" if native else "portable")
    run(
        sys.executable, "setup.py", "build_ext",
        f"--build-lib={target}", f"--build-temp={target}-objects",
        BAUMEISTER_CORE="required", **({"BAUMEISTER_NATIVE": "1"} if native else {}),
    )  # fmt: skip
    return next(target.glob("baumeister/fast/_core*"))
