"""What is known about days: the best known score and the scores of bots, as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from baumeister.bots.bot import Budget
from baumeister.bots.codes import make_bot
from baumeister.core.game import AnyGame
from baumeister.core.match import Match
from baumeister.puzzles.days.calendar import AnyMatch, deals, orders
from baumeister.puzzles.parts import DayKind
from baumeister.puzzles.puzzle import PuzzleError


class Day(NamedTuple):
    """What is known about a day's game."""

    day: str
    best: int
    """The best known score, with all cards known from the beginning."""
    bound: int
    """More is impossible."""
    par: tuple[int, ...]
    """The scores of bots that do not know the cards either, weakest first."""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Day:
        return cls(data["day"], data["best"], data["bound"], tuple(data["par"]))


def make_day(game: AnyGame, kind: DayKind, day: str, nodes: int) -> Day:
    """Find the best score for a day, and let the bots play it."""
    best, bound = kind.best(orders(game, kind, day), nodes)
    par = sorted(_played(game, kind, day, code) for code in kind.par)
    return Day(day, max(best, *par), bound, tuple(par))


def _played(game: AnyGame, kind: DayKind, day: str, code: str) -> int:
    """The score of a bot that plays the day's game."""
    match: AnyMatch = Match(game, game.options(kind.options()))
    chance, bot = deals(game, day), make_bot(code, game)
    rng = Random(f"{day}/{code}")
    match.roll(chance)
    while match.actors:
        decision = bot.decide(match.view(0), match.legal(0), Budget(), rng)
        match.submit(0, decision.action)
        match.roll(chance)
    assert match.outcome is not None
    return match.outcome.scores[0]


def parse_days(text: str, name: str) -> tuple[dict[str, Any], dict[str, Day]]:
    """The first line of a file and its days; a last line that was cut off is left out."""
    lines = text[: text.rfind("\n") + 1].splitlines()
    try:
        head, *rest = [json.loads(line) for line in lines] or [{}]
        return head, {each["day"]: Day.of(each) for each in rest}
    except (ValueError, KeyError, TypeError):
        raise PuzzleError(f"{name}: is not a file of days") from None


def missing_days(path: Path, head: Mapping[str, Any], days: Sequence[str]) -> list[str]:
    """Begin or continue a file: which of these days it does not have yet."""
    known: dict[str, Day] = {}
    if path.exists():
        begun, known = parse_days(path.read_text("utf-8"), str(path))
        if begun != dict(head):
            raise PuzzleError(f"{path}: was made by another command or version")
    with path.open("w", encoding="utf-8") as file:
        file.writelines(_line(each) for each in (head, *(day._asdict() for day in known.values())))
    return [day for day in days if day not in known]


def append_day(path: Path, day: Day) -> None:
    """Write one more day."""
    with path.open("a", encoding="utf-8") as file:
        file.write(_line(day._asdict()))


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":")) + "\n"
