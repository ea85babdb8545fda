"""Tournament files: JSON lines, the plan first, then every game as it ends.

The same command resumes an interrupted tournament from its file. A file belongs to one plan and one
version of rules and bots; any other is refused, so that results are never mixed. The time that bots
took is kept apart, in FILE.times.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, NamedTuple

import baumeister
from baumeister.arena.plan import Plan
from baumeister.arena.playing import Played
from baumeister.arena.storage.lines import Key, game_data, game_of, line, times_data
from baumeister.core.errors import BaumeisterError, short
from baumeister.core.registry import find
from baumeister.fast import compiled

try:
    import fcntl
except ImportError:  # Windows: no lock against a second writer
    fcntl = None  # type: ignore[assignment]

FORMAT: Final = 1
_LAYERS: Final = ("core", "games", "fast", "bots")
_SOURCES: Final = (".py", ".toml", ".json", ".hpp", ".cpp")


class FileError(BaumeisterError):
    code = "arena-file"


@cache
def build(game_id: str | None = None) -> str:
    """A hash of everything that decides how games go: rules, core, bots, weights.

    The sources of a game that is installed as another package are included. Without the compiled
    core bots play differently, so the hash differs too.
    """
    digest = hashlib.sha256()
    root = Path(baumeister.__file__).parent
    for folder in [*(root / layer for layer in _LAYERS), *_other_sources(game_id, root)]:
        for path in sorted(folder.rglob("*")):
            if path.suffix in _SOURCES:
                digest.update(path.relative_to(folder.parent).as_posix().encode() + b"\0")
                digest.update(path.read_bytes() + b"\0")
    if not compiled():
        digest.update(b"without the compiled core")
    return digest.hexdigest()[:16]


def _other_sources(game_id: str | None, root: Path) -> list[Path]:
    if game_id is None:
        return []
    file = getattr(sys.modules[type(find(game_id)).__module__], "__file__", None)
    folder = Path(file).parent if file else root
    return [] if folder.is_relative_to(root) else [folder]


class Games(NamedTuple):
    """What a tournament file contains."""

    head: dict[str, Any]
    """The plan and the build; empty if the file is."""
    games: dict[Key, Played]
    """In the order of the file."""
    size: int
    """The bytes of its whole lines."""


def read_games(path: Path, data: bytes, times: bytes = b"") -> Games:
    """Read a tournament file and the times beside it; a last line that was cut off is left out."""
    kept = data[: data.rfind(b"\n") + 1]
    try:
        known = {(each["deal"], each["seating"]): each for each in map(json.loads, _lines(times))}
        first, *lines = _lines(kept) or [b"{}"]
        head = json.loads(first)
        if kept and (not isinstance(head, dict) or "arena" not in head):
            raise ValueError
        listed = [json.loads(each) for each in lines]
        games = [game_of(each, known.get((each["deal"], each["seating"]))) for each in listed]
    except (ValueError, KeyError, TypeError):
        raise FileError(f"{path}: is not an arena file") from None
    return Games(head, {(game.deal, game.seating): game for game in games}, len(kept))


def times_path(path: Path) -> Path:
    """The file with the times of a tournament file's games."""
    return path.with_name(f"{path.name}.times")


def read_times(path: Path) -> bytes:
    """The times beside a tournament file, if there are any."""
    try:
        return times_path(path).read_bytes()
    except OSError:
        return b""


def write_games(path: Path, head: dict[str, Any], games: Mapping[Key, Played]) -> None:
    """Write a tournament file in the order of deals and seatings, and the times beside it."""
    ordered = [game for _, game in sorted(games.items())]
    for target, lines in (
        (times_path(path), [times_data(game) for game in ordered]),
        (path, [head, *map(game_data, ordered)]),
    ):
        temporary = target.with_name(f"{target.name}.new")
        try:
            with temporary.open("wb") as file:
                file.writelines(map(line, lines))
            os.replace(temporary, target)
        except OSError as error:
            raise FileError(f"{target}: {error.strerror}") from None


class TournamentFile:
    """Stores games as they end; `games` are those already stored.

    When it is closed, the games are in order, so that the same plan gives the same file wherever
    and in whichever order its games were played.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        self.games: dict[Key, Played] = {}
        self._head = {"arena": FORMAT, **plan.data(), "build": build(plan.game_id)}
        self._path = path
        self._stack = ExitStack()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._stack.enter_context(path.open("a+b"))
            self._lock()
            self._read()
            self._times = self._stack.enter_context(times_path(path).open("ab"))
        except OSError as error:
            self._stack.close()
            raise FileError(f"{path}: {error.strerror}") from None
        except BaseException:
            self._stack.close()
            raise

    def __enter__(self) -> TournamentFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._stack:
            if list(self.games) != sorted(self.games):
                write_games(self._path, self._head, self.games)

    def add(self, game: Played) -> None:
        """Store a game at once."""
        again = self.games.pop((game.deal, game.seating), None)
        self.games[game.deal, game.seating] = game
        self._write(self._times, times_data(game))
        if again is None:
            self._write(self._file, game_data(game))

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise FileError(f"{self._path}: another arena is writing to it") from None

    def _read(self) -> None:
        self._file.seek(0)
        whole = self._file.read()
        found = read_games(self._path, whole, read_times(self._path))
        if found.head:
            self._check(found.head)
        elif not line(self._head).startswith(whole):
            raise FileError(f"{self._path}: is not an arena file")
        self.games = found.games
        if found.size < len(whole):  # interrupted in the middle of a line
            self._file.truncate(found.size)
        if not found.head:
            self._write(self._file, self._head)

    def _check(self, head: dict[str, Any]) -> None:
        here = json.loads(json.dumps(self._head))
        for name, wanted in here.items():
            found = head.get(name)
            if found == wanted:
                continue
            if name == "build":
                raise FileError(
                    f"{self._path}: was played by another version of the bots or the rules; "
                    "use another file, or delete it to start over"
                )
            raise FileError(
                f"{self._path}: belongs to another tournament, its {name} is {short(found)} "
                f"and not {short(wanted)}; use another file, or delete it to start over"
            )

    def _write(self, file: IO[bytes], data: Any) -> None:
        file.write(line(data))
        file.flush()


def _lines(data: bytes) -> list[bytes]:
    return data[: data.rfind(b"\n") + 1].splitlines()
