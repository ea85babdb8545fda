"""The file of a tournament: JSON lines, the plan first, then every game as it ends.

Whatever stops a tournament, the same command goes on from its file. A file belongs to one plan
and to one version of what plays: others are refused, so that no number is a mixture.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final

import baumeister
from baumeister.arena.plan import Plan
from baumeister.arena.playing import Played, Thinking
from baumeister.core.errors import BaumeisterError, short
from baumeister.fast import compiled

try:
    import fcntl
except ImportError:  # not on Windows: there nobody is kept from writing twice
    fcntl = None  # type: ignore[assignment]

FORMAT: Final = 1
_DECIDING: Final = ("core", "games", "fast", "bots")
_SOURCES: Final = (".py", ".toml", ".json", ".hpp", ".cpp")


class FileError(BaumeisterError):
    code = "arena-file"


@cache
def build() -> str:
    """What plays: another with every change of rules, core, bots or weights; and without core."""
    digest = hashlib.sha256()
    root = Path(baumeister.__file__).parent
    for floor in _DECIDING:
        for path in sorted((root / floor).rglob("*")):
            if path.suffix in _SOURCES:
                digest.update(path.relative_to(root).as_posix().encode() + b"\0")
                digest.update(path.read_bytes() + b"\0")
    if not compiled():  # bots play on, but weaker
        digest.update(b"without the compiled core")
    return digest.hexdigest()[:16]


class TournamentFile:
    """Games that are kept as they end; `games` are those it has."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.games: dict[tuple[int, int], Played] = {}
        self._head = {"arena": FORMAT, **plan.data(), "build": build()}
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
        """Keep a game, at once."""
        self.games[game.deal, game.seating] = game
        self._write(game_data(game))

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise FileError(f"{self._path}: another arena is writing it") from None

    def _read(self) -> None:
        self._file.seek(0)
        whole = self._file.read()
        kept = whole[: whole.rfind(b"\n") + 1]
        first, *lines = kept.splitlines() or [b""]
        try:
            if first:
                self._check(json.loads(first))
            elif not _line(self._head).startswith(whole):
                raise FileError(f"{self._path}: is no file of an arena")
            self.games = {(game.deal, game.seating): game for game in map(_game_in, lines)}
        except (ValueError, KeyError, TypeError):
            raise FileError(f"{self._path}: is no file of an arena") from None
        if len(kept) < len(whole):  # it was stopped in the middle of a line; now it is ours to cut
            self._file.truncate(len(kept))
        if not first:
            self._write(self._head)

    def _check(self, head: Any) -> None:
        if not isinstance(head, dict) or "arena" not in head:
            raise FileError(f"{self._path}: is no file of an arena")
        here = json.loads(json.dumps(self._head))
        for name, wanted in here.items():
            found = head.get(name)
            if found == wanted:
                continue
            if name == "build":
                raise FileError(
                    f"{self._path}: was played by another version of the bots or the rules; "
                    "use another file, or delete it to begin anew"
                )
            raise FileError(
                f"{self._path}: is of another tournament, its {name} is {short(found)} and not "
                f"{short(wanted)}; use another file, or delete it to begin anew"
            )

    def _write(self, data: Any) -> None:
        self._file.write(_line(data))
        self._file.flush()


def _line(data: Any) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def _game_in(line: bytes) -> Played:
    return game_of(json.loads(line))


def game_data(game: Played) -> dict[str, Any]:
    data = game._asdict()
    data["thinking"] = [
        [round(part, 6) if isinstance(part, float) else part for part in each]
        for each in game.thinking
    ]
    return data


def game_of(data: dict[str, Any]) -> Played:
    """The other way round."""
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
