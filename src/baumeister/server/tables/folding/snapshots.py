"""Snapshots of a game in progress, so that an undo replays a few lines and not the whole game."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from baumeister.server.tables.folding.story import Story
    from baumeister.server.tables.state import AnyMatch

EVERY: Final = 8
"""Lines between two snapshots: a state takes some 400 bytes, a replayed line 0.1 ms."""


class Snapshots:
    """States of the game at some of its lines, none with pending decisions."""

    __slots__ = ("_lines", "_states")

    def __init__(self, state: Any) -> None:
        self._lines = [0]
        self._states = [state]

    def add(self, match: AnyMatch) -> None:
        """Keep the state of the match if the last snapshot is old enough."""
        if match.version - self._lines[-1] >= EVERY and not match.pending:
            self._lines.append(match.version)
            self._states.append(match.state)

    def cut(self, to: int) -> None:
        """Forget what lies after this line."""
        kept = bisect_right(self._lines, to)
        del self._lines[kept:], self._states[kept:]

    def match_after(self, match: AnyMatch, story: Story, to: int) -> AnyMatch:
        """The match after the given number of lines; `match` is the current one."""
        at = bisect_right(self._lines, to) - 1
        found = match.at(self._states[at], self._lines[at])
        for actor, action, _ in story.game_lines(self._lines[at], to):
            found.submit(actor, action)
        found.forget()
        return found
