"""`baumeister selfplay`: let bots play and write records."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter

from baumeister.bots import BotSpec, Budget, seated
from baumeister.bots.words import player_of
from baumeister.cli.console import count_of, err, print_json, progress, stop
from baumeister.cli.files import record_writer
from baumeister.cli.options import GameOptions, resolve, split
from baumeister.cli.shared import (
    CoresFlag,
    GameArgument,
    JsonFlag,
    OnFlag,
    ShardFlag,
    cores_to_use,
    warn_without_core,
)
from baumeister.core.errors import BaumeisterError
from baumeister.core.game import AnyGame
from baumeister.core.match import Match
from baumeister.core.registry import find
from baumeister.records import EXTENSION, Record, record_of
from baumeister.records.folder import configuration, has_record
from baumeister.work import LOCAL, Shard, in_order, using

GAMES_A_CORE: Final = 20
"""By default one more core is used for each this many games."""


def play_game(game: AnyGame, options: Any, codes: Sequence[BotSpec], seed: str) -> Record:
    """Play one game of bots and return its record.

    The deals and each bot have their own generators, so that a seed deals the same cards whoever
    plays.
    """
    match = Match(game, options)
    deals = random.Random(f"{seed}/deals")
    seats = range(game.players(options))
    rngs = [random.Random(f"{seed}/seat {seat}") for seat in seats]
    match.roll(deals)
    with seated(codes, game, programs=True) as bots:
        while match.actors:
            for seat in match.waiting_for:
                view, legal = match.view(seat), match.legal(seat)
                match.submit(seat, bots[seat].decide(view, legal, Budget(), rngs[seat]).action)
            match.roll(deals)
    return record_of(match, [player_of(seat, codes[seat], game) for seat in seats])


def _play(
    game_id: str, options: Mapping[str, Any], codes: Sequence[BotSpec], seed: int, number: int
) -> Record:
    """Play the game of this number, in a worker that may be on another machine."""
    game = find(game_id)
    return play_game(game, game.options(options), codes, f"{game_id}/{seed}/{number}")


def _name(game: AnyGame, seed: int, number: int) -> str:
    return f"{game.id}-{seed}-{number:04}"


def _cores(asked: int | None, games: int) -> int:
    """The cores asked for; by default all, or fewer for few games: processes take time to start."""
    cores = cores_to_use(asked)
    return cores if asked else min(cores, 1 + games // GAMES_A_CORE)


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
    cores: CoresFlag = None,
    on: OnFlag = LOCAL,
    shard: ShardFlag = "1/1",
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
        with seated(codes, game, programs=True):
            pass
        part = Shard.parse(shard).part(games)
        players = [player_of(seat, code, game) for seat, code in enumerate(codes)]
        if out is not None:
            expected = configuration(game, resolved, players)
            for number in part:
                has_record(out / f"{_name(game, seed, number)}{EXTENSION}", expected)
    except BaumeisterError as error:
        stop(str(error))
    warn_without_core(game)
    results = []
    play = partial(_play, game.id, game.options_data(resolved), codes, seed)
    try:
        with (
            record_writer(out, jsonl) as write,
            using(on, _cores(cores, len(part))) as pool,
            progress() as bar,
        ):
            playing = in_order(pool, play, part, name=lambda number: f"game {number}")
            tracked = bar.track(playing, total=len(part), description="Playing")
            for number, record in zip(part, tracked, strict=True):
                name = write(record, _name(game, seed, number))
                results.append({"file": name, **(record.result or {})})
    except BaumeisterError as error:
        stop(str(error), 1)
    if json:
        print_json([{k: v for k, v in each.items() if k != "rounds"} for each in results])
    else:
        seats = range(len(codes))
        count = max(1, len(results))  # a shard may be empty
        means = [sum(each["scores"][seat] for each in results) / count for seat in seats]
        text = ", ".join(f"{codes[seat]} {means[seat]:.1f}" for seat in seats)
        err.print(
            f"Wrote {count_of(len(results), 'record')} to {out or jsonl}."
            f" Mean points by seat: {text}",
            markup=False,
        )
