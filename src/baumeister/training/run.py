"""Shared parts of all trainings: the plan kept in the folder, processes, provenance."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

from baumeister.core.errors import BaumeisterError
from baumeister.work import LOCAL, in_order, using

MAY_CHANGE: Final = frozenset({"iterations", "rounds", "cores", "on", "command", "commit"})
"""Fields of a plan that may differ when a training is resumed."""

Progress = Callable[[str, int, int], None]
"""Called with the name of a stage, the amount done and the total."""


class Plan(Protocol):
    """The settings of a training; each training adds its own fields."""

    @property
    def seed(self) -> int: ...
    @property
    def command(self) -> str: ...
    @property
    def commit(self) -> str: ...
    def _asdict(self) -> dict[str, Any]: ...


class FolderError(BaumeisterError):
    """The training in the folder cannot be continued with this plan."""


def begin(plan: Plan, folder: Path, *, resume: bool) -> None:
    """Write the plan to the folder; FolderError if the folder has a different training."""
    path = folder / "plan.json"
    asked = plan._asdict()
    if path.exists():
        begun = json.loads(path.read_text(encoding="utf-8"))
        if not resume:
            raise FolderError(f"{folder} already has a training: --resume continues it")
        same = asked.keys() - MAY_CHANGE
        if any(begun.get(name) != asked[name] for name in same):
            was = [f"--{name} {begun[name]}" for name in begun if name not in MAY_CHANGE | {"game"}]
            raise FolderError(f"{folder} was begun with {begun.get('game')} {' '.join(was)}")
    folder.mkdir(parents=True, exist_ok=True)
    write(path, json.dumps(asked, indent=1) + "\n")


def write(path: Path, text: str) -> None:
    """Write a file atomically."""
    temporary = path.with_name(f"{path.name}.new")
    temporary.write_text(text, encoding="utf-8")
    os.replace(temporary, path)


@contextmanager
def parallel_map(cores: int, on: str = LOCAL) -> Iterator[Callable[..., Iterable[Any]]]:
    """An ordered `map` over this many processes, or on a cluster (`work.executor`)."""
    with using(on, cores) as pool:
        yield partial(in_order, pool, name=lambda _: "a task of the training")


def provenance(plan: Plan, games: int, result: str) -> dict[str, Any]:
    """The provenance of weights, as their file records it."""
    return {
        "commit": plan.commit,
        "command": plan.command,
        "games": games,
        "seed": plan.seed,
        "result": result,
        "date": datetime.now(UTC).date().isoformat(),
    }
