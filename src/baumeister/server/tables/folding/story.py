"""The story of a table: the lines of the game and public notes, in order.

Stored as one byte string, so that thousands of tables fit into memory. Entries are numbered and
clients resume from the last one they have. What a viewer may see of a line is computed when it is
sent, so that secrets are revealed only when the rules reveal them.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Hashable, Iterator
from typing import Any

import msgspec

from baumeister.core.chance import actor_text, split_line
from baumeister.core.game import AnyGame
from baumeister.records import TakeBack
from baumeister.server.tables.folding.notes import AnyNote, UndoneNote

_LINE = b"="
_NOTE = b"!"
_notes = msgspec.json.Decoder(AnyNote)


class Story:
    __slots__ = ("_data", "_lines", "_moments", "_starts", "length")

    def __init__(self) -> None:
        self._data = bytearray()
        self._starts = array("L")  # where each entry begins in the data
        self._moments: list[tuple[int, Hashable]] = []  # the first entry of each moment
        self.length = 0
        """The number of entries."""
        self._lines = array("I")
        """Which entries are lines of the game as it stands."""

    @property
    def lines(self) -> int:
        """The number of lines of the game as it stands."""
        return len(self._lines)

    def add_line(self, actor: int, action: str, moment: Hashable) -> None:
        if not self._moments or self._moments[-1][1] != moment:
            self._moments.append((self.length, moment))
        self._lines.append(self.length)
        self._add(_LINE + f"{actor_text(actor)} {action}".encode())

    def add_note(self, note: dict[str, Any]) -> None:
        """Add a note; `undone` takes back lines."""
        self._add(_NOTE + msgspec.json.encode(note))
        if note["what"] == "undone":
            del self._lines[note["to"] :]

    def _add(self, entry: bytes) -> None:
        self._starts.append(len(self._data))
        self._data += entry
        self.length += 1

    def game_lines(self, since: int = 0, to: int | None = None) -> list[tuple[int, str, Hashable]]:
        """The lines of the game as it stands: actor, action, moment."""
        found: list[tuple[int, str, Hashable]] = []
        for number in self._lines[since:to]:
            moment = self._moments[self._moment_at(number)][1]
            found.append((*split_line(str(self._entry(number))), moment))
        return found

    def take_backs(self) -> list[TakeBack]:
        """The lines that were taken back, in the order in which that happened."""
        lines: list[str] = []
        found = []
        for entry, _ in self.entries(0):
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
            for entry, moment in self.entries(since)
        ]

    def entries(self, since: int) -> Iterator[tuple[str | AnyNote, Hashable]]:
        """The entries from `since` on, hidden information included, and their moments."""
        at = self._moment_at(since)
        for number in range(since, self.length):
            while at + 1 < len(self._moments) and self._moments[at + 1][0] <= number:
                at += 1
            moment = self._moments[at][1] if at >= 0 else None
            yield self._entry(number), moment

    def _moment_at(self, number: int) -> int:
        return bisect_right(self._moments, number, key=lambda each: each[0]) - 1

    def _entry(self, number: int) -> str | AnyNote:
        last = number + 1 == self.length
        end = len(self._data) if last else self._starts[number + 1]
        data = self._data[self._starts[number] : end]
        text = data[1:]
        return text.decode() if data[:1] == _LINE else _notes.decode(text)


def _seen(game: AnyGame, line: str, moment: Hashable, viewer: int | None, now: Any) -> str:
    actor, text = split_line(line)
    return f"{actor_text(actor)} {game.seen(moment, actor, game.parse(text), viewer, now)}"
