"""Tournament files: JSON lines, the plan first, then every game as it ends.

The same command resumes an interrupted tournament from its file. A file belongs to one plan and one
version of rules and bots; any other is refused, so that results are never mixed.
"""

from __future__ import annotations

import hashlib
import json
import sys
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final

import baumeister
from baumeister.arena.plan import Plan
from baumeister.arena.playing import Played, Thinking
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


class TournamentFile:
    """Stores games as they end; `games` are those already stored."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.games: dict[tuple[int, int], Played] = {}
        self._head = {"arena": FORMAT, **plan.data(), "build": build(plan.game_id)}
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: IO[bytes] = path.open("a+b")
        except OSError as error:
            raise FileError(f"{path}: {error.strerror}") from None
        try:
            self._lock()
            self._read()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> TournamentFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def add(self, game: Played) -> None:
        """Store a game at once."""
        self.games[game.deal, game.seating] = game
        self._write(game_data(game))

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
        kept = whole[: whole.rfind(b"\n") + 1]
        first, *lines = kept.splitlines() or [b""]
        try:
            if first:
                self._check(json.loads(first))
            elif not _line(self._head).startswith(whole):
                raise FileError(f"{self._path}: is not an arena file")
            self.games = {(game.deal, game.seating): game for game in map(_game_in, lines)}
        except (ValueError, KeyError, TypeError):
            raise FileError(f"{self._path}: is not an arena file") from None
        if len(kept) < len(whole):  # interrupted in the middle of a line
            self._file.truncate(len(kept))
        if not first:
            self._write(self._head)

    def _check(self, head: Any) -> None:
        if not isinstance(head, dict) or "arena" not in head:
            raise FileError(f"{self._path}: is not an arena file")
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

    def _write(self, data: Any) -> None:
        self._file.write(_line(data))
        self._file.flush()


def _line(data: Any) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def _game_in(line: bytes) -> Played:
    return game_of(json.loads(line))


def game_data(game: Played) -> dict[str, Any]:
    """A game as JSON data."""
    data = game._asdict()
    data["thinking"] = [
        [round(part, 6) if isinstance(part, float) else part for part in each]
        for each in game.thinking
    ]
    return data


def game_of(data: dict[str, Any]) -> Played:
    """The game that `game_data` returned."""
    complete = data["complete"]
    return Played(
        data["deal"],
        data["seating"],
        tuple(data["bots"]),
        tuple(data["ranks"]),
        tuple(data["points"]),
        None if complete is None else tuple(complete),
        tuple(Thinking(*each) for each in data["thinking"]),
    )
