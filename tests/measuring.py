"""Which lines and branches of the package are reached, in this process and in commands it starts.

    python -m tests.measuring ARGUMENTS

runs `baumeister` measured. It does not import pytest, which would cost every command of a terminal
test a quarter of a second.

Preparing the source for branches takes ten times as long as compiling it: what came out is kept, as
Python keeps bytecode.
"""

from __future__ import annotations

import ast
import atexit
import hashlib
import marshal
import os
import pickle
import runpy
import sys
import uuid
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final

try:
    import slipcover
    from slipcover import branch, importer
except ImportError:  # see tools/environment.py
    slipcover = None

SOURCE: Final = ["src/baumeister"]
TERMINAL: Final = ["src/baumeister/cli"]
"""What tests reach only in a terminal: to measure the rest in every command would take a second."""
UNREACHABLE: Final = ["@overload", "@abstractmethod", r"class .*\(Protocol\)"]
OFTEN: Final = 2000
"""Calls of a reached probe before all reached ones are removed, which looks at every function."""
KEPT: Final = Path(__file__).resolve().parent.parent / ".pytest_cache" / "covered"
FOLDER: Final = "BAUMEISTER_COVERED"
"""The environment variable that names the folder."""


def program() -> list[str]:
    """The arguments for Python that run `baumeister`, measured if this process is."""
    return ["-m", "tests.measuring" if FOLDER in os.environ else "baumeister"]


def say(text: str) -> None:
    sys.stdout.write(text + "\n")


class Probes:
    """Measures this process from now on."""

    def __init__(self, everything: bool, measured: list[str] = SOURCE) -> None:
        """With `everything`, this process counts what others reached; see `percent`."""
        self.found = slipcover.Slipcover(
            branch=True,
            source=SOURCE if everything else None,
            exclude_also=UNREACHABLE,
            d_miss_threshold=OFTEN,
        )
        importer.SlipcoverLoader.exec_module = _execute
        if not everything:  # only the process that counts needs to know all lines
            slipcover.Slipcover.lines_from_code = staticmethod(lambda code: ())
            slipcover.Slipcover.branches_from_code = staticmethod(lambda code: ())
        matcher = slipcover.FileMatcher(sources=measured)
        slipcover.ImportManager(self.found, matcher).__enter__()

    def leave(self) -> None:
        """Write what was reached into the folder."""
        path = Path(os.environ[FOLDER], f"{uuid.uuid4()}.pickle")
        path.write_bytes(pickle.dumps([dict(each) for each in self._reached()]))

    def percent(self) -> float:
        """Print what no process has reached; returns the percentage reached."""
        for path in Path(os.environ[FOLDER]).iterdir():
            for reached in pickle.loads(path.read_bytes()):
                for file, places in reached.items():
                    self.found.all_seen[file] |= places
        counted = self.found.get_coverage()
        say("")
        slipcover.print_coverage(counted, skip_covered=True)
        return float(counted["summary"]["percent_covered"])

    def _reached(self) -> tuple[dict[str, set[Any]], dict[str, set[Any]]]:
        """By file: the lines and branches reached, those with and those without their probes."""
        return self.found.newly_seen, self.found.all_seen


def _execute(loader: Any, module: ModuleType) -> None:
    """Import a module with probes: what slipcover's loader does, with a memory."""
    source = loader.origin.read_bytes()
    loader.sci.register_module(module)
    exec(loader.sci.instrument(_prepared(source, str(loader.origin))), module.__dict__)


def prepare() -> None:
    """Prepare all sources on every core, once: each worker would do it for itself otherwise."""
    if not KEPT.exists():
        from concurrent.futures import ProcessPoolExecutor  # slow, and commands never need it

        found = [path.resolve() for each in SOURCE for path in Path(each).rglob("*.py")]
        with ProcessPoolExecutor() as pool:
            list(pool.map(_prepare, found, chunksize=16))


def _prepare(path: Path) -> None:
    _prepared(path.read_bytes(), str(path))


def _prepared(source: bytes, path: str) -> CodeType:
    """The compiled source, with its branches marked; from the last run if it has not changed."""
    version = f"{sys.version} {slipcover.__version__} {path}".encode()
    key = hashlib.blake2b(source, key=hashlib.blake2b(version).digest()).digest()
    kept = KEPT / f"{hashlib.blake2b(path.encode(), digest_size=16).hexdigest()}.code"
    try:
        found = kept.read_bytes()
        if found.startswith(key):
            code: CodeType = marshal.loads(found[len(key) :])
            return code
    except OSError:
        pass  # the first run
    code = compile(branch.preinstrument(ast.parse(source)), path, "exec")
    KEPT.mkdir(parents=True, exist_ok=True)
    part = kept.with_suffix(f".{os.getpid()}")
    part.write_bytes(key + marshal.dumps(code))
    part.replace(kept)  # other processes read a whole file or none
    return code


if __name__ == "__main__":
    atexit.register(Probes(everything=False, measured=TERMINAL).leave)
    sys.argv[0] = "baumeister"
    runpy.run_module("baumeister", run_name="__main__", alter_sys=True)
