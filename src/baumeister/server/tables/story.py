"""The story of a table: the lines of the game and public notes, in order.

Stored as one byte string, so that thousands of tables fit into memory. Entries are numbered and
clients resume from the last one they have. What a viewer may see of a line is computed when it is
sent, so that secrets are revealed only when the rules reveal them.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterator
from typing import Any

import msgspec

from baumeister.core.chance import actor_text, split_line
from baumeister.core.game import AnyGame
from baumeister.records import TakeBack
from baumeister.server.tables.notes import AnyNote, UndoneNote

_LINE = b"="
_NOTE = b"!"
_notes = msgspec.json.Decoder(AnyNote)


class Story:
    __slots__ = ("_at", "_data", "_moment_of", "_moments", "length")

    def __init__(self) -> None:
        self._data = bytearray()
        self._moments: list[tuple[int, Hashable]] = []  # the first entry of each moment
        self.length = 0
        """The number of entries."""
        self._at = array("I")
        """Where each line of the game as it stands begins in the data."""
        self._moment_of = array("I")
        """The moment of each of these lines."""

    @property
    def lines(self) -> int:
        """The number of entries that are lines of the game as it stands."""
        return len(self._at)

    def add_line(self, actor: int, action: str, moment: Hashable) -> None:
        if not self._moments or self._moments[-1][1] != moment:
            self._moments.append((self.length, moment))
        self._at.append(len(self._data) + 1)
        self._moment_of.append(len(self._moments) - 1)
        self._data += _LINE + f"{actor_text(actor)} {action}\n".encode()
        self.length += 1

    def add_note(self, note: dict[str, Any]) -> None:
        """Add a note; `undone` takes back lines."""
        self._data += _NOTE + msgspec.json.encode(note) + b"\n"
        self.length += 1
        if note["what"] == "undone":
            del self._at[note["to"] :], self._moment_of[note["to"] :]

    def game_lines(self, since: int = 0, to: int | None = None) -> list[tuple[int, str, Hashable]]:
        """The lines of the game as it stands: actor, action, moment."""
        found: list[tuple[int, str, Hashable]] = []
        for at, moment in zip(self._at[since:to], self._moment_of[since:to], strict=True):
            line = self._data[at : self._data.index(b"\n", at)].decode()
            found.append((*split_line(line), self._moments[moment][1]))
        return found

    def take_backs(self) -> list[TakeBack]:
        """The lines that were taken back, in the order in which that happened."""
        lines: list[str] = []
        found = []
        for entry, _ in self._entries(0):
            if isinstance(entry, str):
                lines.append(entry)
            elif isinstance(entry, UndoneNote):
                found.append(TakeBack(entry.to, tuple(lines[entry.to :])))
                del lines[entry.to :]
        return found

    def seen(self, game: AnyGame, now: Any, viewer: int | None, since: int) -> list[str | AnyNote]:
        """The entries from `since` on as the viewer may see them."""
        return [
            _seen(game, entry, moment, viewer, now) if isinstance(entry, str) else entry
            for entry, moment in self._entries(since)
        ]

    def _entries(self, since: int) -> Iterator[tuple[str | AnyNote, Hashable]]:
        if since >= self.length:
            return
        moments = iter([*self._moments, (self.length, None)])
        moment: Hashable = None
        begins, following = next(moments)
        for number, data in enumerate(self._data.splitlines()):
            while number >= begins:
                moment = following
                begins, following = next(moments, (self.length + 1, None))
            if number >= since:
                text = data[1:]
                yield (text.decode() if data[:1] == _LINE else _notes.decode(text)), moment


def _seen(game: AnyGame, line: str, moment: Hashable, viewer: int | None, now: Any) -> str:
    actor, text = split_line(line)
    return f"{actor_text(actor)} {game.seen(moment, actor, game.parse(text), viewer, now)}"
