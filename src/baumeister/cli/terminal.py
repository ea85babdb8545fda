"""A game at one terminal: people at one screen, and bots."""

from __future__ import annotations

import os
import random
import re
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from rich.text import Text

from baumeister.bots import Bot, Budget, make_bot
from baumeister.bots.hints import hint
from baumeister.bots.words import sentence
from baumeister.cli.boards import look
from baumeister.cli.console import err, out, stop
from baumeister.cli.saves import save_path
from baumeister.core.chance import Rng
from baumeister.core.errors import MalformedError, SubmitError
from baumeister.core.match import Entry, Match
from baumeister.games.clauses import clauses_of
from baumeister.records import Player, record_of

with suppress(ImportError):  # absent on some systems: then without arrow keys
    import readline  # noqa: F401

HELP: Final = """\
Type what you want to do, as the example shows. Or:
  l  all you can do now         s  scoring of the rounds so far
  b  the board again            r  the rules; with an id: a clause or a section
  u  take back, while others    q  save and quit
     still decide               ?  this help
  hint  what the strongest bot would do in your place, and why"""
_COMMANDS: Final = {
    "q": "q", "quit": "q", "exit": "q", "?": "?", "h": "?", "help": "?", "l": "l", "list": "l",
    "b": "b", "board": "b", "s": "s", "score": "s", "scores": "s", "r": "r", "rules": "r",
    "u": "u", "undo": "u", "hint": "hint",
}  # fmt: skip


class Quit(Exception):  # noqa: N818  (not an error)
    """The player leaves; the game is saved."""


def play_at_terminal(
    match: Match[Any, Any, Any, Any],
    players: list[Player],
    deals: Rng,
    path: Path | None = None,
    *,
    started: str | None = None,
    again: str | None = None,
) -> None:
    """Play a match to its end, or save it and say how to go on."""
    started = started or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    path = path or save_path(match.game.id, started)
    width = look(match.game.id).WIDTH
    if out.width < width:
        out.print(f"The board needs {width} columns, here are {out.width}.")
    table = TerminalTable(match, players, path, started, deals)
    try:
        table.play()
    except (Quit, EOFError, KeyboardInterrupt):
        table.save()
        command = os.environ.get("BAUMEISTER_PLAY", "baumeister play")
        again = again or f"{command} --resume {shlex.quote(str(path))}"
        out.print(Text(f"\nSaved. Go on with: {again}"), soft_wrap=True)


class TerminalTable:
    """One game at one terminal."""

    def __init__(
        self,
        match: Match[Any, Any, Any, Any],
        players: list[Player],
        path: Path,
        started: str | None,
        deals: Rng,
    ) -> None:
        self.match = match
        self.players = players
        self.path = path
        self.started = started
        self.names = [player.name for player in players]
        self.look = look(match.game.id)
        self.deals = deals
        self.thoughts = random.Random()
        self.bots: dict[int, Bot] = {
            player.seat: make_bot(player.kind.removeprefix("bot:"), match.game)
            for player in players
            if player.kind.startswith("bot:")
        }
        self.hot_seat = len(players) - len(self.bots) > 1
        self.last_human: int | None = None
        self.told = dict.fromkeys(range(len(players)), match.version)

    def play(self) -> None:
        """Play to the end."""
        self._roll()
        self.save()
        while self.match.actors:
            version = self.match.version
            for seat in self.match.waiting_for:  # each makes all decisions of the moment
                while self.match.version == version and seat in self.match.waiting_for:
                    self._decide(seat)
            self._roll()
            self.save()
        self._tell(self.last_human or 0)
        self._end()

    def _decide(self, seat: int) -> None:
        bot = self.bots.get(seat)
        if bot:
            view, legal = self.match.view(seat), self.match.legal(seat)
            self.match.submit(seat, bot.decide(view, legal, Budget(), self.thoughts).action)
        else:
            self._human(seat)

    def save(self) -> None:
        """Write the record, whole or not at all."""
        record = record_of(self.match, self.players, self.started)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            fresh = self.path.with_name(self.path.name + ".new")
            fresh.write_text(record.dumps(), encoding="utf-8", newline="\n")
            fresh.replace(self.path)
        except OSError as error:
            stop(f"cannot save to {self.path}: {error.strerror}")

    def _roll(self) -> None:
        self.match.roll(self.deals)

    def _tell(self, seat: int) -> None:
        """What happened since the seat was last told."""
        entries: list[Entry[Any, Any]] = self.match.log[self.told[seat] :]
        self.told[seat] = self.match.version
        states = [*(entry.before for entry in entries), self.match.state]
        views = [self.match.game.view(state, None) for state in states]
        for entry, (before, after) in zip(entries, pairwise(views), strict=True):
            for text in self.look.tell(before, after, entry.actor, entry.action, self.names):
                out.print(Text("  " + text))
            if len(after.rounds) > len(before.rounds):
                out.print(self.look.scoring(after, len(after.rounds), self.names))

    def _human(self, seat: int) -> None:
        """Ask until there is a legal answer."""
        if self.hot_seat and self.last_human != seat:
            out.clear()
            _ask(f"{self.names[seat]}, it is you. The others look away. Press Enter. ")
        self.last_human = seat
        self._show(seat)
        legal = self.match.legal(seat)
        while True:
            typed = _ask(f"{self.names[seat]} — {self.look.ask(self.match.view(seat), legal)} > ")
            answers = self.look.answers(self.match.view(seat))
            if not typed or (typed not in answers and self._command(seat, typed, legal)):
                legal = self.match.legal(seat)
                continue
            try:
                self.match.submit(seat, self.look.read(self.match.view(seat), typed))
                return
            except MalformedError:
                out.print(Text(f"{typed!r} is nothing that can be done here; ? helps.", "red"))
            except SubmitError as error:
                tries = ", ".join(map(self.look.short, error.possible))
                clause = f"{error.clause}: " if error.clause else ""
                out.print(Text(f"{clause}{error.reason}. Possible: {tries}", "red"))

    def _command(self, seat: int, typed: str, legal: Sequence[Any]) -> bool:
        """Answer a command; False if it was none."""
        word, _, rest = typed.lower().partition(" ")
        command = _COMMANDS.get(word)
        if rest and not (command == "r" and re.fullmatch(r"[a-z][0-9.]+", rest.strip())):
            return False  # `b 4321 p 1111` chooses blue and purple blocks
        view = self.match.view(seat)
        match command:
            case "q":
                raise Quit
            case "?":
                out.print(Text(f"{HELP}\n\n{self.look.legend(view)}"))
            case "l":
                out.print(Text(self.look.listed(view, legal)))
            case "b":
                self._show(seat)
            case "s":
                for number in range(1, len(view.rounds) + 1):
                    out.print(self.look.scoring(view, number, self.names))
                if not view.rounds:
                    out.print("No round has been scored yet.")
            case "u":
                self._undo(seat)
            case "hint":
                self._hint(seat, legal)
            case "r":
                self._rules(rest.strip().upper())
        return command is not None

    def _hint(self, seat: int, legal: Sequence[Any]) -> None:
        """What to do, from what the seat knows alone."""
        game, view = self.match.game, self.match.view(seat)
        with err.status("Thinking"):
            found = hint(game, view, legal, Budget(), self.thoughts)
        why = sentence(game, found.reasons, names=self.names, you=seat)
        out.print(Text(f"{self.look.short(str(found.action))} — {why}"))

    def _undo(self, seat: int) -> None:
        """Take back the last decision that waits for others'."""
        try:
            action = self.match.retract(seat)
        except SubmitError:
            out.print("There is nothing to take back.")
            return
        out.print(Text(f"Taken back: {action}"))
        self._show(seat)

    def _rules(self, wanted: str) -> None:
        """A clause or a section; without a word, what there is."""
        book = clauses_of(self.match.game)
        if not wanted:
            found = [book.get(each) for each in book.ids() if "." not in each]
        else:
            found = [book.get(each) for each in book.ids() if wanted in (each, each.split(".")[0])]
        for clause in found:
            out.print(Text(f"{clause.id} {clause.title}" + (f": {clause.text}" if wanted else "")))
        if not found:
            out.print("There is no such clause.")

    def _show(self, seat: int) -> None:
        """The board, then what happened: the end of the screen is what people see."""
        view = self.match.view(seat)
        targets = self.look.targets(self.match.legal(seat))
        out.print(self.look.board(view, self.names, targets), soft_wrap=True)
        out.print(self.look.status(view, self.names))
        self._tell(seat)
        out.print(self.look.hand(view))
        if not view.rounds and view.round <= 1:
            out.print("Type ? for help.", style="dim")

    def _end(self) -> None:
        outcome = self.match.outcome
        assert outcome is not None
        view = self.match.view(None)
        out.print(self.look.board(view, self.names), soft_wrap=True)
        out.print(self.look.status(view, self.names))
        winners = " and ".join(self.names[winner] for winner in outcome.winners)
        out.print(Text(f"{winners} won ({outcome.reason}).", style="bold"))
        out.print(Text(f"The record is in {self.path}"), soft_wrap=True)


def _ask(prompt: str) -> str:
    """One line; in a terminal with the arrow keys and the lines before."""
    if sys.stdin is None:
        raise EOFError
    if sys.stdin.isatty() and sys.stdout.isatty():
        return input(prompt).strip()
    out.print(Text(prompt), end="", soft_wrap=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip()
