"""`baumeister play`: a game in the terminal, with people at one screen and bots."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from baumeister.bots import UnknownBotError, default_code, full_code, make_bot
from baumeister.bots.words import player_of
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
            help="Players by seat, separated by commas: a bot (level 1 to 5, random, greedy, …) or"
            " a name.",
            negative_iterable=(),
        ),
    ] = None,
    seed: Annotated[int | None, Parameter(help="Deal the cards of this seed.")] = None,
    resume: Annotated[
        Path | None, Parameter(help="Continue a saved game; 'last' is the most recent one.")
    ] = None,
    hints: Annotated[
        str | None, Parameter(help="The bot that gives hints; default: the strongest.")
    ] = None,
    save: Annotated[Path | None, Parameter(help="Save the game to this new file.")] = None,
    options: GameOptions | None = None,
) -> None:
    """Play in the terminal, against bots or with others at one screen.

    The game is saved after every move. Without --seats you play against bots.
    """
    own: dict[int, str] = {}
    if resume:
        if options and options.names():
            stop("a saved game keeps its options: leave out " + ", ".join(options.names()))
        resume = latest_save() if str(resume) == "last" else resume
        check_resumable(resume)
        record = load_save(resume)
        match = match_of(record)
        players = list(record.players)
        if seats:
            players, own = _seated(seats, match.game, len(players))
        started = record.started
    else:
        game, resolved = resolve(game_id or default_game(), options)
        match = Match(game, resolved)
        players, own = _seated(seats, game, game.players(resolved))
        started = None
    if save and (save.exists() or not save.name):
        stop(f"{save} exists already: name a new file, or continue it with --resume")
    if any(player.kind != "human" for player in players):
        warn_without_core(match.game)
    try:
        adviser = make_bot(hints, match.game, programs=True) if hints else None
    except BaumeisterError as error:
        stop(str(error))
    path = save or resume
    rng = random.Random(seed)
    play_at_terminal(match, players, rng, path, started=started, specs=own, adviser=adviser)


def _seated(
    seats: list[str] | None, game: AnyGame, count: int
) -> tuple[list[Player], dict[int, str]]:
    """The players, and the codes of the bots among them by seat."""
    names = split(seats or []) or ["Guest"] + [default_code(game)] * (count - 1)
    if len(names) != count:
        stop(f"--seats names {len(names)}, but the game has {count} players")
    players, codes = [], {}
    for seat, name in enumerate(names):
        try:
            code = _bot(name, game)
            if code is None:
                players.append(Player(seat, check_name(name)))
            else:
                players.append(player_of(seat, code, game))
                codes[seat] = code
        except BaumeisterError as error:
            stop(str(error))
    return players, codes


def _bot(name: str, game: AnyGame) -> str | None:
    """The full code of the bot with this code or level; None if the name is not a bot's."""
    code: str = full_code(name, game)
    try:
        make_bot(code, game, programs=True)
    except UnknownBotError:
        if ":" in code:  # a mistyped bot, not a name
            raise
        return None
    return code
