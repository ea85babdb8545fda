"""`baumeister selfplay`: bots play, records are written."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from baumeister.bots import Bot, Budget, make_bot
from baumeister.bots.codes import record_kind
from baumeister.bots.words import character
from baumeister.cli.console import err, print_json, progress, stop
from baumeister.cli.options import GameOptions, resolve, split
from baumeister.cli.strength import tell_if_weaker
from baumeister.core.errors import BaumeisterError
from baumeister.core.game import AnyGame
from baumeister.core.match import Match
from baumeister.records import EXTENSION, Player, Record, record_of


def play_game(game: AnyGame, options: Any, codes: list[str], seed: str) -> Record:
    """One game of bots. Deals and each bot's thinking have generators of their own, so that
    the same seed deals the same cards to whoever plays."""
    match = Match(game, options)
    deals = random.Random(f"{seed}/deals")
    seats = range(game.players(options))
    bots: list[Bot] = [make_bot(codes[seat], game) for seat in seats]
    thoughts = [random.Random(f"{seed}/seat {seat}") for seat in seats]
    match.roll(deals)
    while match.actors:
        for seat in match.waiting_for:
            view = match.view(seat)
            match.submit(
                seat, bots[seat].decide(view, match.legal(seat), Budget(), thoughts[seat]).action
            )
        match.roll(deals)
    return record_of(match, [_player(seat, codes[seat], game) for seat in seats])


def _player(seat: int, code: str, game: AnyGame) -> Player:
    """By the name of its character, as far as it has one; a level's number says it of this game."""
    code = f"{game.id}:{code}" if code[0].isdecimal() else code
    return Player(seat, f"{character(code).name} {seat}", record_kind(code))


def selfplay(
    game_id: Annotated[str, Parameter(name=["GAME"], help="The game, such as manhattan.")],
    /,
    *,
    games: Annotated[int, Parameter(help="How many games.")] = 1,
    seed: Annotated[int, Parameter(help="The same seed gives the same files anywhere.")] = 0,
    out: Annotated[Path, Parameter(help="The folder for the records; made if absent.")],
    bots: Annotated[
        list[str] | None,
        Parameter(
            help="Bots by seat, with commas, in turn again: 1 to 5, random, greedy, …",
            negative_iterable=(),
        ),
    ] = None,
    json: Annotated[bool, Parameter(help="Print the results as JSON.", negative=())] = False,
    options: GameOptions | None = None,
) -> None:
    """Let bots play and write a record of each game."""
    game, resolved = resolve(game_id, options)
    if games < 1:
        stop("--games must be 1 or more")
    named = split(bots or []) or ["random"]
    if len(named) > game.players(resolved):
        stop(f"--bots names {len(named)}, the game has {game.players(resolved)} players")
    codes = [named[seat % len(named)] for seat in range(game.players(resolved))]
    try:
        for code in codes:
            make_bot(code, game)
        out.mkdir(parents=True, exist_ok=True)
    except BaumeisterError as error:
        stop(str(error))
    except OSError as error:
        stop(f"{out}: {error.strerror}")
    tell_if_weaker()
    results = []
    with progress() as bar:
        for number in bar.track(range(1, games + 1), description="Playing"):
            record = play_game(game, resolved, codes, f"{game.id}/{seed}/{number}")
            path = out / f"{game.id}-{seed}-{number:04}{EXTENSION}"
            path.write_text(record.dumps(), encoding="utf-8", newline="\n")
            results.append({"file": path.name, **(record.result or {})})
    if json:
        print_json([{k: v for k, v in each.items() if k != "rounds"} for each in results])
    else:
        seats = range(len(codes))
        means = [sum(each["scores"][seat] for each in results) / games for seat in seats]
        text = ", ".join(f"{codes[seat]} {means[seat]:.1f}" for seat in seats)
        err.print(f"{games} records in {out}. Mean points by seat: {text}", markup=False)
