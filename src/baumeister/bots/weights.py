"""Learned weights shipped with a game's bots: JSON files with their provenance."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple


class Weights(NamedTuple):
    """One file of a `weights/` folder."""

    game: str
    players: int
    kind: str
    weights: Mapping[str, list[float]]
    provenance: Mapping[str, Any]
    """Commit, command, number of games, seed, result and date."""


@lru_cache(maxsize=16)
def load(package: str, name: str) -> Weights:
    """The weights `name` of a game's package, such as `baumeister.bots.manhattan`."""
    return read(text_of(package, name))


@lru_cache(maxsize=16)
def is_shipped(package: str, name: str) -> bool:
    """Whether the package has weights of this name."""
    return _file(package, name).is_file()


def text_of(package: str, name: str) -> str:
    """The file's text."""
    return _file(package, name).read_text(encoding="utf-8")


def _file(package: str, name: str) -> Traversable:
    return files(package) / "weights" / f"{name}.json"


def read(text: str) -> Weights:
    """Parse the text of a weights file."""
    return Weights(**json.loads(text))


def dumps(weights: Weights) -> str:
    """The text of a weights file, one line per list."""
    plain = weights._asdict() | {"weights": {}}
    text = json.dumps(plain, indent=1)
    lists = ",\n".join(
        f"  {json.dumps(name)}: {json.dumps([round(each, 4) for each in values])}"
        for name, values in weights.weights.items()
    )
    return text.replace('"weights": {}', f'"weights": {{\n{lists}\n }}') + "\n"
