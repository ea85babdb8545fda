"""`baumeister play`: a game in the terminal, with people at one screen and bots."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from baumeister.bots import UnknownBotError, default_code, full_code, make_bot
from baumeister.bots.words import character
from baumeister.cli.console import stop
from baumeister.cli.options import GameOptions, resolve, split
from baumeister.cli.shared import GameArgument, default_game, warn_without_core
from baumeister.cli.terminal.saves import check_resumable, latest_save, load_save
from baumeister.cli.terminal.table import play_at_terminal
from baumeister.core.errors import BaumeisterError
from baumeister.core.game import AnyGame
from baumeister.core.match import Match
from baumeister.records import Player, check_name, match_of


def play(
    game_id: Annotated[str | None, GameArgument] = None,
    /,
    *,
    seats: Annotated[
        list[str] | None,
        Parameter(
            help="Players by seat, separated by commas: a bot (level 1 to 5, random, greedy) or a"
            " name.",
            negative_iterable=(),
        ),
    ] = None,
    seed: Annotated[int | None, Parameter(help="Deal the cards of this seed.")] = None,
    resume: Annotated[
        Path | None, Parameter(help="Continue a saved game; 'last' is the most recent one.")
    ] = None,
    save: Annotated[Path | None, Parameter(help="Save the game to this new file.")] = None,
    options: GameOptions | None = None,
) -> None:
    """Play in the terminal, against bots or with others at one screen.

    The game is saved after every move. Without --seats you play against bots.
    """
    if resume:
        if options and options.names():
            stop("a saved game keeps its options: leave out " + ", ".join(options.names()))
        resume = latest_save() if str(resume) == "last" else resume
        check_resumable(resume)
        record = load_save(resume)
        match = match_of(record)
        players = list(record.players)
        started = record.started
    else:
        game, resolved = resolve(game_id or default_game(), options)
        match = Match(game, resolved)
        players = _players(seats, game, game.players(resolved))
        started = None
    if save and (save.exists() or not save.name):
        stop(f"{save} exists already: name a new file, or continue it with --resume")
    if any(player.kind != "human" for player in players):
        warn_without_core(match.game)
    play_at_terminal(match, players, random.Random(seed), save or resume, started=started)


def _players(seats: list[str] | None, game: AnyGame, count: int) -> list[Player]:
    names = split(seats or []) or ["Guest"] + [default_code(game)] * (count - 1)
    if len(names) != count:
        stop(f"--seats names {len(names)}, but the game has {count} players")
    players = []
    for seat, name in enumerate(names):
        try:
            players.append(_bot(seat, name, game) or Player(seat, check_name(name)))
        except BaumeisterError as error:
            stop(str(error))
    return players


def _bot(seat: int, name: str, game: AnyGame) -> Player | None:
    """The bot with this code or level; None if the name is not a bot's."""
    code = full_code(name, game)
    try:
        make_bot(code, game)
    except UnknownBotError:
        if ":" in code:  # a mistyped bot, not a name
            raise
        return None
    return Player(seat, f"{character(code).name} {seat}", f"bot:{code}")
