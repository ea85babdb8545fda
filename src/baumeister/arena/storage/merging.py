"""Merge the files of a tournament that was played in parts (`--shard`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from baumeister.arena.plan import Plan
from baumeister.arena.playing import Played
from baumeister.arena.storage.files import FileError, Games, read_games, read_times, write_games
from baumeister.arena.storage.lines import Key, game_data
from baumeister.arena.tournament import Tournament
from baumeister.bots import Budget
from baumeister.core.errors import short


def merge(paths: Sequence[Path], out: Path) -> Tournament:
    """Write the games of all files to one, as if they had been played together.

    Files of different plans or versions are refused, and so is a game with two results.
    """
    files = [(path, _read(path)) for path in paths]
    if out.exists():
        files.append((out, _read(out)))
    first, (head, _, _) = files[0]
    games: dict[Key, Played] = {}
    for path, each in files:
        for name in head | each.head:
            ours, theirs = head.get(name), each.head.get(name)
            if ours != theirs:
                differ = f"its {name} is {short(theirs)} and not {short(ours)}"
                raise FileError(f"{path}: belongs to another tournament than {first}, {differ}")
        for key, game in each.games.items():
            if key in games and game_data(games[key]) != game_data(game):
                deal, seating = key
                where = f"deal {deal}, seating {seating}"
                raise FileError(f"{path}: {where} has another result than in an earlier file")
            games[key] = game
    write_games(out, head, games)
    return _tournament(_plan(head), games)


def _read(path: Path) -> Games:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}") from None
    found = read_games(path, data, read_times(path))
    if not found.head:
        raise FileError(f"{path}: is not an arena file")
    return found


def _plan(head: dict[str, Any]) -> Plan:
    """The plan of a file; its bots need not be installed here."""
    budget = Budget(head["seconds"], head["nodes"])
    return Plan(
        head["game"],
        head["options"],
        tuple(head["bots"]),
        head["mode"],
        head["seed"],
        budget,
    )


def _tournament(plan: Plan, games: dict[Key, Played]) -> Tournament:
    deals: dict[int, list[Played]] = {}
    for (deal, _), game in sorted(games.items()):
        deals.setdefault(deal, []).append(game)
    whole = [each for each in deals.values() if len(each) == plan.games_a_deal]
    return Tournament(plan, whole)
