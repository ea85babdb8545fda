"""A game at one terminal: people at one screen, and bots."""

from __future__ import annotations

import os
import random
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from rich.text import Text

from baumeister.bots import Bot, BotFailed, BotSpec, Budget, SeatedBot, make_bot
from baumeister.bots.hints import hint
from baumeister.bots.words import sentence
from baumeister.cli.boards import board_of
from baumeister.cli.console import err, out, stop
from baumeister.cli.terminal.saves import new_save
from baumeister.cli.terminal.screen import Screen
from baumeister.core.chance import Rng
from baumeister.core.errors import BaumeisterError, MalformedError, SubmitError
from baumeister.core.match import Match
from baumeister.records import Player, record_of

with suppress(ImportError):  # missing on some systems: input then works without arrow keys
    import readline  # noqa: F401

HELP: Final = """\
Type what you want to do, as in the example. Or:
  l  list your legal actions    s  scoring so far
  b  show the board again       r  the rules; r ID shows a clause or a section
  u  undo, while others are     q  save and quit
     still deciding             ?  this help
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
    resume_command: str | None = None,
    specs: Mapping[int, BotSpec] | None = None,
    adviser: Bot | None = None,
) -> None:
    """Play a match to its end, or save it and say how to continue.

    `specs` are the bots by seat, which a record names incompletely; `adviser` gives the hints.
    """
    started = started or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    path = path or new_save(match.game.id, started)
    width = board_of(match.game).WIDTH
    if out.width < width:
        out.print(f"The board needs {width} columns; this terminal has {out.width}.")
    table = TerminalTable(match, players, path, started, deals, specs=specs or {}, adviser=adviser)
    try:
        table.play()
    except BotFailed as error:
        table.save()
        stop(f"{error}; the game is saved in {path}", 1)
    except (Quit, EOFError, KeyboardInterrupt):
        table.save()
        command = os.environ.get("BAUMEISTER_PLAY", "baumeister play")
        resume_command = resume_command or f"{command} --resume {shlex.quote(str(path))}"
        out.print(Text(f"\nSaved. Continue with: {resume_command}"), soft_wrap=True)


class TerminalTable:
    """One game at one terminal."""

    def __init__(
        self,
        match: Match[Any, Any, Any, Any],
        players: list[Player],
        path: Path,
        started: str | None,
        deals: Rng,
        *,
        specs: Mapping[int, BotSpec],
        adviser: Bot | None,
    ) -> None:
        self.match = match
        self.players = players
        self.path = path
        self.started = started
        self.names = [player.name for player in players]
        self.screen = Screen(match, self.names)
        self.board = self.screen.board
        self.deals = deals
        self.bot_rng = random.Random()
        self.adviser = adviser
        self.bots: dict[int, Bot] = {
            player.seat: self._bot(player, specs.get(player.seat))
            for player in players
            if player.kind.startswith("bot:")
        }
        self.hot_seat = len(players) - len(self.bots) > 1
        self.last_human: int | None = None

    def _bot(self, player: Player, spec: BotSpec | None) -> Bot:
        """The bot that plays a seat; a record's own code may not start programs."""
        name = player.kind.removeprefix("bot:")
        try:
            return SeatedBot(
                make_bot(spec or name, self.match.game, programs=spec is not None), player.name
            )
        except BaumeisterError as error:
            stop(f"{error}; name the players again with --seats", 1)

    def play(self) -> None:
        """Play to the end."""
        self._roll()
        self.save()
        while self.match.actors:
            version = self.match.version
            for seat in self.match.waiting_for:  # a seat makes all its decisions in one go
                while self.match.version == version and seat in self.match.waiting_for:
                    self._decide(seat)
            self._roll()
            self.save()
        self.screen.report(self.last_human or 0)
        self.screen.show_end()
        out.print(Text(f"The record is in {self.path}"), soft_wrap=True)

    def _decide(self, seat: int) -> None:
        bot = self.bots.get(seat)
        if bot:
            view, legal = self.match.view(seat), self.match.legal(seat)
            self.match.submit(seat, bot.decide(view, legal, Budget(), self.bot_rng).action)
        else:
            self._ask_human(seat)

    def save(self) -> None:
        """Write the record atomically."""
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

    def _ask_human(self, seat: int) -> None:
        """Ask until there is a legal answer."""
        if self.hot_seat and self.last_human != seat:
            out.clear()
            _ask(f"{self.names[seat]}, it is your turn. When nobody else looks, press Enter. ")
        self.last_human = seat
        self.screen.show(seat)
        while True:
            view, legal = self.match.view(seat), self.match.legal(seat)
            typed = _ask(f"{self.names[seat]} — {self.board.prompt(view, legal)} > ")
            is_answer = typed in self.board.answers(view, legal)
            if not typed or (not is_answer and self._command(seat, typed, legal)):
                continue
            try:
                self.match.submit(seat, self.board.read(view, typed, legal))
                return
            except MalformedError:
                out.print(Text(f"{typed!r} is not an action here; type ? for help.", "red"))
            except SubmitError as error:
                tries = ", ".join(map(self.board.short, error.possible))
                clause = f"{error.clause}: " if error.clause else ""
                out.print(Text(f"{clause}{error.reason}. Possible: {tries}", "red"))

    def _command(self, seat: int, typed: str, legal: Sequence[Any]) -> bool:
        """Run a command; False if the input is not one."""
        word, _, rest = typed.lower().partition(" ")
        command = _COMMANDS.get(word)
        if rest and not (command == "r" and re.fullmatch(r"[a-z]+[0-9.]+", rest.strip())):
            return False  # `b 4321 p 1111` chooses blue and purple blocks
        view = self.match.view(seat)
        match command:
            case "q":
                raise Quit
            case "?":
                out.print(Text(f"{HELP}\n\n{self.board.legend(view)}"))
            case "l":
                out.print(Text(self.board.list_actions(view, legal)))
            case "b":
                self.screen.show(seat)
            case "s":
                self.screen.show_scores(view)
            case "u":
                self._undo(seat)
            case "hint":
                self._hint(seat, legal)
            case "r":
                self.screen.show_rules(rest.strip())
        return command is not None

    def _hint(self, seat: int, legal: Sequence[Any]) -> None:
        """Print the strongest bot's choice, made from the seat's view alone."""
        game, view = self.match.game, self.match.view(seat)
        try:
            with err.status("Thinking"):
                found = hint(game, view, legal, Budget(), self.bot_rng, bot=self.adviser)
        except BaumeisterError as error:
            out.print(Text(f"No hint: {error}", "red"))
            return
        why = sentence(game, found.reasons, names=self.names, you=seat)
        out.print(Text(f"{self.board.short(str(found.action))} — {why}"))
        if found.contrast:
            out.print(Text(sentence(game, found.contrast, names=self.names, you=seat)))

    def _undo(self, seat: int) -> None:
        """Take back the seat's last decision while others are still deciding."""
        try:
            action = self.match.retract(seat)
        except SubmitError:
            out.print("There is nothing to undo.")
            return
        out.print(Text(f"Undone: {action}"))
        self.screen.show(seat)


def _ask(prompt: str) -> str:
    """Read a line; in a terminal with line editing and history."""
    if sys.stdin is None:
        raise EOFError
    if sys.stdin.isatty() and sys.stdout.isatty():
        return input(prompt).strip()
    out.print(Text(prompt), end="", soft_wrap=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip()
