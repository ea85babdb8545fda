"""`baumeister selfplay`: let bots play and write records."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from baumeister.bots import BotSpec, Budget, seated
from baumeister.bots.words import player_of
from baumeister.cli.console import err, print_json, progress, stop
from baumeister.cli.options import GameOptions, resolve, split
from baumeister.cli.shared import GameArgument, JsonFlag, warn_without_core
from baumeister.core.errors import BaumeisterError
from baumeister.core.game import AnyGame
from baumeister.core.match import Match
from baumeister.records import EXTENSION, Record, record_of


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


def selfplay(
    game_id: Annotated[str, GameArgument],
    /,
    *,
    games: Annotated[int, Parameter(help="How many games.")] = 1,
    seed: Annotated[int, Parameter(help="The same seed writes the same files on any machine.")] = 0,
    out: Annotated[Path, Parameter(help="The folder for the records; created if missing.")],
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
        with seated(codes, game, programs=True):
            pass
        out.mkdir(parents=True, exist_ok=True)
    except BaumeisterError as error:
        stop(str(error))
    except OSError as error:
        stop(f"{out}: {error.strerror}")
    warn_without_core(game)
    results = []
    with progress() as bar:
        for number in bar.track(range(1, games + 1), description="Playing"):
            try:
                record = play_game(game, resolved, codes, f"{game.id}/{seed}/{number}")
            except BaumeisterError as error:
                stop(str(error), 1)
            path = out / f"{game.id}-{seed}-{number:04}{EXTENSION}"
            path.write_text(record.dumps(), encoding="utf-8", newline="\n")
            results.append({"file": path.name, **(record.result or {})})
    if json:
        print_json([{k: v for k, v in each.items() if k != "rounds"} for each in results])
    else:
        seats = range(len(codes))
        means = [sum(each["scores"][seat] for each in results) / games for seat in seats]
        text = ", ".join(f"{codes[seat]} {means[seat]:.1f}" for seat in seats)
        err.print(f"Wrote {games} records to {out}. Mean points by seat: {text}", markup=False)
