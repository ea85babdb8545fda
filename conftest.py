"""Keep pytest from importing modules whose requirements are missing, and from searching for
examples where there are none."""

from __future__ import annotations

from collections.abc import Generator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule

from baumeister import fast

collect_ignore_glob = [] if fast.compiled() else ["src/baumeister/fast/*/compiled.py"]
if not find_spec("torch"):
    collect_ignore_glob += ["docs/tutorials/alphazero.py", "docs/examples/own_bot.py"]


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, Any, Any]:
    """To look for examples in every object of a module takes longer than to read the file."""
    found = yield
    if file_path.suffix == ".py" and ">>>" not in file_path.read_text("utf-8"):
        found = [each for each in found if not isinstance(each, DoctestModule)]
    return found
