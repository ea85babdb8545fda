"""Which lines and branches of the package are reached, in this process and in commands it starts.

    python -m tests.measuring ARGUMENTS

runs `baumeister` measured. It does not import pytest, which would cost every command of a terminal
test a quarter of a second.
"""

from __future__ import annotations

import atexit
import os
import pickle
import runpy
import sys
import uuid
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, Final

try:
    import slipcover
except ImportError:  # see tools/environment.py
    slipcover = None
else:
    from slipcover import importer

    from tests.prepared import SOURCE, prepare_all, prepared, sources

TERMINAL: Final = ["src/baumeister/cli"]
"""What tests reach only in a terminal: to measure the rest in every command would take a second."""
UNREACHABLE: Final = ["@overload", "@abstractmethod", r"class .*\(Protocol\)"]
OFTEN: Final = 2000
"""Calls of a reached probe before all reached ones are removed, which looks at every function."""
FOLDER: Final = "BAUMEISTER_COVERED"
"""The environment variable that names the folder."""


def program() -> list[str]:
    """The arguments for Python that run `baumeister`, measured if this process is."""
    return ["-m", "tests.measuring" if FOLDER in os.environ else "baumeister"]


def say(text: str) -> None:
    sys.stdout.write(text + "\n")


class Probes:
    """Measures this process from now on."""

    def __init__(self, everything: bool, measured: list[str] | None = None) -> None:
        """With `everything`, this process counts what others reached; see `percent`."""
        if everything:
            prepare_all()
        self.found = slipcover.Slipcover(
            branch=True, exclude_also=UNREACHABLE, d_miss_threshold=OFTEN
        )
        matcher = slipcover.FileMatcher(sources=measured or SOURCE)
        sys.meta_path.insert(0, _finder(self.found, matcher))

    def leave(self) -> None:
        """Write what was reached into the folder; if killed meanwhile, a part that nobody reads."""
        path = Path(os.environ[FOLDER], f"{uuid.uuid4()}.part")
        path.write_bytes(pickle.dumps([dict(each) for each in self._reached()]))
        path.rename(path.with_suffix(".pickle"))

    def percent(self) -> float:
        """Print what no process has reached; returns the percentage reached."""
        for path in Path(os.environ[FOLDER]).glob("*.pickle"):
            for reached in pickle.loads(path.read_bytes()):
                for file, places in reached.items():
                    self.found.all_seen[file] |= places
        for source in sources():
            _, _, lines, branches = prepared(source)
            self.found.code_lines[str(source)].update(lines)
            self.found.code_branches[str(source)].update(branches)
        counted = self.found.get_coverage()
        say("")
        slipcover.print_coverage(counted, skip_covered=True)
        return float(counted["summary"]["percent_covered"])

    def _reached(self) -> tuple[dict[str, set[Any]], dict[str, set[Any]]]:
        """By file: the lines and branches reached, those with and those without their probes."""
        return self.found.newly_seen, self.found.all_seen


def _finder(found: Any, matcher: Any) -> Any:
    """Slipcover's finder for the modules of the package; it would look at all others as well."""
    package = Path(SOURCE[0]).name

    class Finder(importer.SlipcoverMetaPathFinder):  # type: ignore[misc]
        def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
            return super().find_spec(name, path, target) if name.startswith(package) else None

    importer.SlipcoverLoader.exec_module = _execute
    return Finder(found, matcher)


def _execute(loader: Any, module: ModuleType) -> None:
    """Import a module with probes: what slipcover's loader does, with a memory."""
    loader.sci.register_module(module)
    exec(prepared(loader.origin).with_probes(loader.sci), module.__dict__)


if __name__ == "__main__":
    atexit.register(Probes(everything=False, measured=TERMINAL).leave)
    sys.argv[0] = "baumeister"
    runpy.run_module("baumeister", run_name="__main__", alter_sys=True)
