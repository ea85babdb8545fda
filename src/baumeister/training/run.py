"""What every training has: a plan that its folder keeps, processes, and where weights come from."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, Protocol

MAY_CHANGE: Final = frozenset({"iterations", "generations", "cores", "command", "commit"})
"""What of a plan may be otherwise when a folder is gone on with."""

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, of how much."""


class Plan(Protocol):
    """What a training is asked for; each has its own numbers besides."""

    @property
    def seed(self) -> int: ...
    @property
    def command(self) -> str: ...
    @property
    def commit(self) -> str: ...
    def _asdict(self) -> dict[str, Any]: ...


class FolderError(ValueError):
    """The folder cannot be gone on with like that."""


def begin(plan: Plan, folder: Path, *, resume: bool) -> None:
    """Keep the plan in the folder; FolderError if something else was begun there."""
    path = folder / "plan.json"
    asked = plan._asdict()
    if path.exists():
        begun = json.loads(path.read_text(encoding="utf-8"))
        if not resume:
            raise FolderError(f"{folder} has a training already: --resume goes on with it")
        same = asked.keys() - MAY_CHANGE
        if any(begun.get(name) != asked[name] for name in same):
            was = [f"--{name} {begun[name]}" for name in begun if name not in MAY_CHANGE | {"game"}]
            raise FolderError(f"{folder} was begun with {begun.get('game')} {' '.join(was)}")
    folder.mkdir(parents=True, exist_ok=True)
    write(path, json.dumps(asked, indent=1) + "\n")


def write(path: Path, text: str) -> None:
    """Whole or not at all, whenever it is interrupted."""
    half = path.with_name(f"{path.name}.new")
    half.write_text(text, encoding="utf-8")
    os.replace(half, path)


@contextmanager
def processes(cores: int) -> Iterator[Callable[..., Iterable[Any]]]:
    """A `map` that works on so many cores, in order."""
    if cores == 1:
        yield map
        return
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        yield pool.map


def provenance(plan: Plan, games: int, result: str) -> dict[str, Any]:
    return {
        "commit": plan.commit,
        "command": plan.command,
        "games": games,
        "seed": plan.seed,
        "result": result,
        "date": datetime.now(UTC).date().isoformat(),
    }
