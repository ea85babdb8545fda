"""What bots have learned, shipped with the package: plain numbers with where they come from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple


class Weights(NamedTuple):
    """One file of `weights/`."""

    game: str
    players: int
    kind: str
    weights: Mapping[str, list[float]]
    provenance: Mapping[str, Any]
    """The commit, the command, how many games, the seed, what came of it, when."""


@lru_cache(maxsize=16)
def load(name: str) -> Weights:
    """The weights of this name, such as manhattan-4."""
    return read(text_of(name))


@lru_cache(maxsize=16)
def is_shipped(name: str) -> bool:
    return _file(name).is_file()


def text_of(name: str) -> str:
    return _file(name).read_text(encoding="utf-8")


def _file(name: str) -> Traversable:
    return files("baumeister.bots") / "weights" / f"{name}.json"


def read(text: str) -> Weights:
    return Weights(**json.loads(text))


def dumps(weights: Weights) -> str:
    """The text of a file of weights: a line for each list."""
    plain = weights._asdict() | {"weights": {}}
    text = json.dumps(plain, indent=1)
    lists = ",\n".join(
        f"  {json.dumps(name)}: {json.dumps([round(each, 4) for each in values])}"
        for name, values in weights.weights.items()
    )
    return text.replace('"weights": {}', f'"weights": {{\n{lists}\n }}') + "\n"
