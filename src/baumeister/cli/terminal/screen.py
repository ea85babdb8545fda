"""What one terminal shows of a match."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from rich.text import Text

from baumeister.cli.boards import board_of
from baumeister.cli.console import out
from baumeister.core.match import Entry, Match
from baumeister.games.clauses import clauses_of

HELP_REMINDERS: Final = 6
"""How often a game reminds its players that there is help."""


class Screen:
    """Prints a match for the seats that play it at one terminal."""

    def __init__(self, match: Match[Any, Any, Any, Any], names: Sequence[str]) -> None:
        self.match = match
        self.names = names
        self.board = board_of(match.game)
        self.reported = dict.fromkeys(range(len(names)), match.version)
        """By seat: how many lines of the log it has been shown."""
        self._reminders_left = HELP_REMINDERS

    def show(self, seat: int) -> None:
        """Print the board, then the news: people read the end of the screen."""
        view = self.match.view(seat)
        out.print(self.board.board(view, self.names, self.match.legal(seat)), soft_wrap=True)
        out.print(self.board.status(view, self.names))
        self.report(seat)
        out.print(self.board.hand(view))
        if self._reminders_left:
            self._reminders_left -= 1
            out.print("Type ? for help.", style="dim")

    def report(self, seat: int) -> None:
        """Print what happened since the seat's last report."""
        game, state = self.match.game, self.match.state
        entries: list[Entry[Any, Any]] = self.match.log[self.reported[seat] :]
        self.reported[seat] = self.match.version
        states = [*(entry.before for entry in entries), state]
        views = [game.view(each, None) for each in states]
        for entry, (before, after) in zip(entries, pairwise(views), strict=True):
            actor, action = entry.actor, entry.action
            seen = game.seen(game.moment(entry.before), actor, action, seat, state)
            for text in self.board.describe(
                before, after, actor, action, seen=seen, names=self.names
            ):
                out.print(Text("  " + text))
            scored = self.board.rounds_scored(after)
            if scored > self.board.rounds_scored(before):
                out.print(self.board.scoring(after, scored, self.names))

    def show_scores(self, view: Any) -> None:
        scored = self.board.rounds_scored(view)
        for number in range(1, scored + 1):
            out.print(self.board.scoring(view, number, self.names))
        if not scored:
            out.print("No round has been scored yet.")
        points = self.match.game.scored_now(self.match.state)
        out.print(Text(f"If the game were scored now: {self._points(points)}"))

    def _points(self, points: Sequence[int]) -> str:
        return ", ".join(f"{name} {each}" for name, each in zip(self.names, points, strict=True))

    def show_rules(self, wanted: str) -> None:
        """Print a clause or a section; without an id, the list of sections."""
        book = clauses_of(self.match.game)
        found = book.matching(wanted) if wanted else [book.get(each) for each in book.sections()]
        for clause in found:
            out.print(Text(f"{clause.id} {clause.title}" + (f": {clause.text}" if wanted else "")))
        if not found:
            out.print("There is no such clause.")

    def show_end(self) -> None:
        outcome = self.match.outcome
        assert outcome is not None
        view = self.match.view(None)
        out.print(self.board.board(view, self.names), soft_wrap=True)
        out.print(self.board.status(view, self.names))
        out.print(Text(f"Final scores: {self._points(outcome.scores)}"))
        winners = " and ".join(self.names[winner] for winner in outcome.winners)
        out.print(Text(f"{winners} won ({outcome.reason}).", style="bold"))
