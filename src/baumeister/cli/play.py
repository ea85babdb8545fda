"""`baumeister play`: a game in the terminal, with people at one screen and bots."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from baumeister.bots import UnknownBotError, level_code, make_bot
from baumeister.bots.levels import LEVELS, USUAL
from baumeister.bots.words import character
from baumeister.cli.console import stop
from baumeister.cli.options import GameOptions, resolve, split
from baumeister.cli.saves import PUZZLE_FILE, latest, saved
from baumeister.cli.strength import tell_if_weaker
from baumeister.cli.terminal import play_at_terminal
from baumeister.core.errors import BaumeisterError
from baumeister.core.game import AnyGame
from baumeister.core.match import Match
from baumeister.records import EXTENSION, Player, check_name, match_of


def play(
    game_id: Annotated[str, Parameter(name=["GAME"], help="The game.")] = "manhattan",
    /,
    *,
    seats: Annotated[
        list[str] | None,
        Parameter(
            help="Who sits where, with commas: a bot (a level 1 to 5, random, greedy) or a name.",
            negative_iterable=(),
        ),
    ] = None,
    seed: Annotated[int | None, Parameter(help="Deal the cards of this seed.")] = None,
    resume: Annotated[
        Path | None, Parameter(help="Go on with a saved game; 'last' is the latest of yours.")
    ] = None,
    save: Annotated[Path | None, Parameter(help="Where to save the game; a new file.")] = None,
    options: GameOptions | None = None,
) -> None:
    """Play in the terminal, against bots or with others at one screen.

    The game is saved after every move. Without --seats you play against bots of level 2.
    """
    if resume:
        if options and options.names():
            stop("a saved game has its options already: leave out " + ", ".join(options.names()))
        resume = latest() if str(resume) == "last" else resume
        if resume.name.startswith(PUZZLE_FILE):  # its cards are not ours to deal
            day = resume.name.removeprefix(PUZZLE_FILE).removesuffix(EXTENSION)
            stop(f"this is a puzzle: go on with baumeister puzzle --seed {day} --play")
        record = saved(resume)
        match = match_of(record)
        players = list(record.players)
        started = record.started
    else:
        game, resolved = resolve(game_id, options)
        match = Match(game, resolved)
        players = _players(seats, game, game.players(resolved))
        started = None
    if save and (save.exists() or not save.name):
        stop(f"{save} exists already: name a new file, or go on with --resume")
    if any(player.kind != "human" for player in players):
        tell_if_weaker()
    play_at_terminal(match, players, random.Random(seed), save or resume, started=started)


def _players(seats: list[str] | None, game: AnyGame, count: int) -> list[Player]:
    names = split(seats or []) or ["Guest"] + [str(USUAL)] * (count - 1)
    if len(names) != count:
        stop(f"--seats names {len(names)}, the game has {count} players")
    players = []
    for seat, name in enumerate(names):
        try:
            players.append(_bot(seat, name, game) or Player(seat, check_name(name)))
        except BaumeisterError as error:
            stop(str(error))
    return players


def _bot(seat: int, name: str, game: AnyGame) -> Player | None:
    """The bot that a seat's name means, if it means one."""
    code = level_code(game.id, int(name)) if name in map(str, LEVELS) else name
    try:
        make_bot(code, game)
    except UnknownBotError:
        if ":" in name:  # meant as a bot
            raise
        return None
    return Player(seat, f"{character(code).name} {seat}", f"bot:{code}")
