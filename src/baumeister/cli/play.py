"""`baumeister play`: a game in the terminal, with people at one screen and bots."""

from __future__ import annotations

import os
import random
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter
from rich.text import Text

from baumeister.bots import Bot, bot_codes, make_bot
from baumeister.cli.console import out, stop
from baumeister.cli.options import GameOptions, resolve, split
from baumeister.cli.tables import look
from baumeister.core.errors import BaumeisterError, SubmitError
from baumeister.core.match import Entry, Match
from baumeister.games.clauses import clauses
from baumeister.records import (
    EXTENSION,
    Player,
    Record,
    RecordError,
    check_name,
    loads,
    located,
    match_of,
    read_text,
    record_of,
)

HELP: Final = """\
Type what to build, as the example shows. Or:
  l  all legal actions          s  scoring of the rounds so far
  b  the board again            r CLAUSE  a clause of the rules, e.g. r M2.5
  ?  this help                  q  save and quit"""


class Quit(Exception):  # noqa: N818  (not an error)
    """The player leaves; the game is saved."""


def play(
    game_id: Annotated[str, Parameter(name=["GAME"], help="The game.")] = "manhattan",
    /,
    *,
    seats: Annotated[
        list[str] | None,
        Parameter(
            help=f"Who sits where, with commas: a bot ({', '.join(bot_codes())}) or a name.",
            negative_iterable=(),
        ),
    ] = None,
    seed: Annotated[int | None, Parameter(help="Deal the cards of this seed.")] = None,
    resume: Annotated[Path | None, Parameter(help="Go on with a saved game.")] = None,
    save: Annotated[Path | None, Parameter(help="Where to save the game.")] = None,
    options: GameOptions | None = None,
) -> None:
    """Play in the terminal, against bots or with others at one screen.

    The game is saved after every move. Without --seats you play against greedy bots.
    """
    if resume:
        record = _saved(resume)
        match = match_of(record)
        players = list(record.players)
        started = record.started
    else:
        game, resolved = resolve(game_id, options)
        match = Match(game, resolved)
        players = _players(seats, game.players(resolved))
        started = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    path = save or resume or _save_path(match.game.id, str(started))
    table = TerminalTable(match, players, path, started, seed)
    try:
        table.play()
    except (Quit, EOFError, KeyboardInterrupt):
        table.save()
        out.print(Text(f"\nSaved. Go on with: baumeister play --resume {path}"), soft_wrap=True)


def _players(seats: list[str] | None, count: int) -> list[Player]:
    names = split(seats) if seats else ["Guest"] + ["greedy"] * (count - 1)
    if len(names) != count:
        stop(f"--seats names {len(names)}, the game has {count} players")
    players = []
    for seat, name in enumerate(names):
        if name in bot_codes():
            players.append(Player(seat, f"{name} {seat}", f"bot:{name}"))
            continue
        try:
            players.append(Player(seat, check_name(name)))
        except BaumeisterError as error:
            stop(str(error))
    return players


def _saved(path: Path) -> Record:
    try:
        text = read_text(path)
        record = loads(text)
        with located(text):
            match_of(record)
    except RecordError as error:
        stop(f"{path}: {error}", 1)
    return record


def _save_path(game_id: str, started: str) -> Path:
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    stamp = started.replace(":", "").replace("-", "")
    return Path(home) / "baumeister" / "games" / f"{game_id}-{stamp}{EXTENSION}"


class TerminalTable:
    """One game at one terminal."""

    def __init__(
        self,
        match: Match[Any, Any, Any, Any],
        players: list[Player],
        path: Path,
        started: str | None,
        seed: int | None,
    ) -> None:
        self.match = match
        self.players = players
        self.path = path
        self.started = started
        self.names = [player.name for player in players]
        self.look = look(match.game.id)
        self.deals = random.Random(seed)
        self.thoughts = random.Random()
        self.bots: dict[int, Bot] = {
            player.seat: make_bot(player.kind.removeprefix("bot:"), match.game)
            for player in players
            if player.kind.startswith("bot:")
        }
        self.hot_seat = len(players) - len(self.bots) > 1
        self.last_human: int | None = None
        self.told = match.version

    def play(self) -> None:
        """Play to the end."""
        self._roll()
        self.save()
        while self.match.actors:
            for seat in self.match.waiting_for:
                bot = self.bots.get(seat)
                if bot:
                    view, legal = self.match.view(seat), self.match.legal(seat)
                    self.match.submit(seat, bot.decide(view, legal, self.thoughts))
                else:
                    self._human(seat)
            self._roll()
            self.save()
        self._tell()
        self._end()

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

    def _tell(self) -> None:
        """What happened since the last time."""
        entries: list[Entry[Any, Any]] = self.match.log[self.told :]
        self.told = self.match.version
        views = [self.match.game.view(entry.before, None) for entry in entries]
        views.append(self.match.view(None))
        for entry, before, after in zip(entries, views, views[1:], strict=False):
            text = self.look.tell(entry.actor, entry.action, self.names)
            if text:
                out.print(Text("  " + text))
            if len(after.rounds) > len(before.rounds):
                out.print(self.look.scoring(after, len(after.rounds), self.names))

    def _human(self, seat: int) -> None:
        """Ask until there is a legal answer."""
        if self.hot_seat and self.last_human != seat:
            out.clear()
            _ask(f"{self.names[seat]}, it is you. The others look away. Press Enter. ")
        self.last_human = seat
        self._tell()
        self._show(seat)
        legal = self.match.legal(seat)
        while True:
            typed = _ask(f"{self.names[seat]} — {self.look.ask(self.match.view(seat), legal)} > ")
            if not typed or self._command(seat, typed, legal):
                continue
            try:
                self.match.submit(seat, self.look.read(self.match.view(seat), typed))
                return
            except SubmitError as error:
                out.print(Text(str(error), style="red"))

    def _command(self, seat: int, typed: str, legal: list[Any]) -> bool:
        """Answer a command; False if it was none."""
        word, _, rest = typed.partition(" ")
        if word in ("q", "quit"):
            raise Quit
        if word in ("?", "help"):
            out.print(Text(HELP))
        elif word == "l":
            out.print(Text(self.look.listed(legal)))
        elif word == "b":
            self._show(seat)
        elif word == "s":
            view = self.match.view(seat)
            for number in range(1, len(view.rounds) + 1):
                out.print(self.look.scoring(view, number, self.names))
            if not view.rounds:
                out.print("No round has been scored yet.")
        elif word == "r":
            book = clauses(type(self.match.game).__module__.rpartition(".")[0])
            found = rest.strip().upper()
            text = f"{found}: {book.get(found).text}" if found in book.ids() else "no such clause"
            out.print(Text(text))
        else:
            return False
        return True

    def _show(self, seat: int) -> None:
        view = self.match.view(seat)
        targets = self.look.targets(self.match.legal(seat))
        out.print(self.look.board(view, targets), soft_wrap=True)
        out.print(self.look.status(view, self.names))
        out.print(self.look.hand(view))
        if not self.match.log or self.told < 2 * len(self.players) + 4:
            out.print("Type ? for help.", style="dim")

    def _end(self) -> None:
        outcome = self.match.outcome
        assert outcome is not None
        view = self.match.view(None)
        out.print(self.look.board(view), soft_wrap=True)
        out.print(self.look.status(view, self.names))
        winners = " and ".join(self.names[winner] for winner in outcome.winners)
        out.print(Text(f"{winners} won ({outcome.reason}).", style="bold"))
        out.print(Text(f"The record is in {self.path}"), soft_wrap=True)


def _ask(prompt: str) -> str:
    out.print(Text(prompt), end="", soft_wrap=True)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip()
