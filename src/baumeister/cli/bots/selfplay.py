"""`baumeister selfplay`: let bots play and write records."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from baumeister.bots import Bot, Budget, make_bot
from baumeister.bots.codes import record_kind
from baumeister.bots.words import character
from baumeister.cli.console import err, print_json, progress, stop
from baumeister.cli.files import record_writer
from baumeister.cli.options import GameOptions, resolve, split
from baumeister.cli.shared import GameArgument, JsonFlag, warn_without_core
from baumeister.core.errors import BaumeisterError
from baumeister.core.game import AnyGame
from baumeister.core.match import Match
from baumeister.records import Player, Record, record_of


def play_game(game: AnyGame, options: Any, codes: list[str], seed: str) -> Record:
    """Play one game of bots and return its record.

    The deals and each bot have their own generators, so that a seed deals the same cards whoever
    plays.
    """
    match = Match(game, options)
    deals = random.Random(f"{seed}/deals")
    seats = range(game.players(options))
    bots: list[Bot] = [make_bot(codes[seat], game) for seat in seats]
    rngs = [random.Random(f"{seed}/seat {seat}") for seat in seats]
    match.roll(deals)
    while match.actors:
        for seat in match.waiting_for:
            view, legal = match.view(seat), match.legal(seat)
            match.submit(seat, bots[seat].decide(view, legal, Budget(), rngs[seat]).action)
        match.roll(deals)
    return record_of(match, [_player(seat, codes[seat], game) for seat in seats])


def _player(seat: int, code: str, game: AnyGame) -> Player:
    """The bot as a record lists it; `3` alone is level 3 of this game."""
    code = f"{game.id}:{code}" if code[0].isdecimal() else code
    return Player(seat, f"{character(code).name} {seat}", record_kind(code))


def selfplay(
    game_id: Annotated[str, GameArgument],
    /,
    *,
    games: Annotated[int, Parameter(help="How many games.")] = 1,
    seed: Annotated[int, Parameter(help="The same seed writes the same files on any machine.")] = 0,
    out: Annotated[
        Path | None, Parameter(help="The folder for the records; created if missing.")
    ] = None,
    jsonl: Annotated[
        Path | None, Parameter(help="A new file for all records instead, one on each line.")
    ] = None,
    bots: Annotated[
        list[str] | None,
        Parameter(
            help="Bots by seat, separated by commas and repeated as needed: level 1 to 5, random,"
            " greedy, …",
            negative_iterable=(),
        ),
    ] = None,
    json: JsonFlag = False,
    options: GameOptions | None = None,
) -> None:
    """Let bots play and write a record of each game."""
    game, resolved = resolve(game_id, options)
    if games < 1:
        stop("--games must be 1 or more")
    named = split(bots or []) or ["random"]
    if len(named) > game.players(resolved):
        stop(f"--bots names {len(named)}, but the game has {game.players(resolved)} players")
    codes = [named[seat % len(named)] for seat in range(game.players(resolved))]
    try:
        for code in codes:
            make_bot(code, game)
    except BaumeisterError as error:
        stop(str(error))
    warn_without_core(game)
    results = []
    with record_writer(out, jsonl) as write, progress() as bar:
        for number in bar.track(range(1, games + 1), description="Playing"):
            record = play_game(game, resolved, codes, f"{game.id}/{seed}/{number}")
            name = write(record, f"{game.id}-{seed}-{number:04}")
            results.append({"file": name, **(record.result or {})})
    if json:
        print_json([{k: v for k, v in each.items() if k != "rounds"} for each in results])
    else:
        seats = range(len(codes))
        means = [sum(each["scores"][seat] for each in results) / games for seat in seats]
        text = ", ".join(f"{codes[seat]} {means[seat]:.1f}" for seat in seats)
        err.print(
            f"Wrote {games} records to {out or jsonl}. Mean points by seat: {text}", markup=False
        )
