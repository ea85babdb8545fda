"""The records of a tournament's games, in a folder."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from baumeister.arena.plan import Plan
from baumeister.arena.playing import Played, players
from baumeister.arena.storage.lines import Key
from baumeister.records import EXTENSION
from baumeister.records.folder import configuration, has_record, write_record


class GameRecords:
    """A folder with a record of every game."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self._folder = folder
        self._plan = plan

    def path(self, deal: int, seating: int) -> Path:
        """Where the record of a game lies."""
        name = f"{self._plan.game_id}-{self._plan.seed}-{deal:04}-{seating}{EXTENSION}"
        return self._folder / name

    def has(self, deal: int, seating: int) -> bool:
        """Whether the game has a record; FolderError if another game has it."""
        plan = self._plan
        listed = players(plan, plan.seatings(deal)[seating])
        expected = configuration(plan.game, plan.resolved, listed)
        return has_record(self.path(deal, seating), expected)

    def check(self, games: Iterable[Key]) -> None:
        """FolderError if records of other games are in the way of these."""
        for deal, seating in games:
            if self.path(deal, seating).exists():
                self.has(deal, seating)

    def write(self, game: Played, record: str) -> None:
        """Keep the record of a game."""
        write_record(self.path(game.deal, game.seating), record)
