"""Learned weights: JSON files with their provenance, of a game's bots or given by path."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

from baumeister.bots.specs import UnknownBotError
from baumeister.core.errors import short


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


class Files(NamedTuple):
    """Weights given by path: one file, or a folder such as `baumeister train` fills."""

    path: str
    by_kind: Mapping[tuple[str, int], Weights]

    def get(self, kind: str, players: int) -> Weights | None:
        """The weights of a kind, None if only others are given; UnknownBotError if all are for
        other numbers of players."""
        if not any(count == players for _, count in self.by_kind):
            counts = ", ".join(map(str, sorted({count for _, count in self.by_kind})))
            raise UnknownBotError(f"{self.path}: these weights are for {counts} players")
        return self.by_kind.get((kind, players))


def is_path(text: str) -> bool:
    """Whether a setting is meant as a path, not as the name of something shipped."""
    return text in (".", "..") or text.endswith(".json") or "/" in text or "\\" in text


def load_path(path: str, game_id: str, known: Mapping[str, Mapping[str, int]]) -> Files:
    """The weights of a file or folder, checked against the lengths of the lists of each kind.

    Of several files with weights of one kind, as a training writes them, the last by name counts.
    """
    place = Path(path).expanduser()
    try:
        files = sorted(place.glob("*.json")) if place.is_dir() else [place]
        stamps = tuple((str(file), file.stat().st_mtime_ns) for file in files)
        return _load_files(path, stamps, game_id, _Lengths(known))
    except OSError as error:
        raise UnknownBotError(f"{path}: {error.strerror}") from None


class _Lengths(dict[str, Mapping[str, int]]):
    """Hashable, as all are equal for a game."""

    def __hash__(self) -> int:  # type: ignore[override]
        return len(self)


@lru_cache(maxsize=16)
def _load_files(
    path: str, files: tuple[tuple[str, int], ...], game_id: str, known: _Lengths
) -> Files:
    found: dict[tuple[str, int], Weights] = {}
    for file, _ in files:
        try:
            given = json.loads(Path(file).read_text(encoding="utf-8"))
            if len(files) > 1 and "weights" not in given:
                continue  # the plan of a training
            weights = Weights(**given)
            kind = weights.kind.partition(":")[0]
            lengths = {name: len(each) for name, each in weights.weights.items()}
        except (ValueError, TypeError, AttributeError):
            raise UnknownBotError(f"{file}: is not a file of weights") from None
        if weights.game != game_id:
            raise UnknownBotError(f"{file}: weights for {short(weights.game)}, not {game_id}")
        if kind not in known:
            raise UnknownBotError(f"{file}: weights of an unknown kind {short(kind)}")
        for name, wanted in known[kind].items():
            if lengths.get(name, 0) != wanted:
                has = f"{wanted} numbers, not {lengths.get(name, 0)}"
                raise UnknownBotError(f"{file}: {name} must have {has}")
        found[kind, weights.players] = weights
    if not found:
        raise UnknownBotError(f"{path}: there are no weights in this folder")
    return Files(path, found)


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
