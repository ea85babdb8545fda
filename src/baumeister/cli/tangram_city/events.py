"""Tangram City's events and scorings in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from baumeister.games.clauses import clauses
from baumeister.games.tangram_city.actions import (
    Action,
    Boards,
    Deal,
    Fountain,
    Place,
    Side,
    Skip,
    Start,
)
from baumeister.games.tangram_city.geometry import (
    FIELD_NAMES,
)
from baumeister.games.tangram_city.scoring import planning_bonus, rating
from baumeister.games.tangram_city.state import Phase
from baumeister.games.tangram_city.view import View

_SIDE_NAMES: Final = {"b": "buildings up", "g": "green up"}


def describe(
    before: View,  # noqa: ARG001
    after: View,
    actor: int,
    action: Action,
    *,
    seen: str,  # noqa: ARG001
    names: Sequence[str],
) -> list[str]:
    """What a player or chance did."""
    who = names[actor] if actor >= 0 else ""
    match action:
        case Place(tile, side, _, field):
            return [f"{who} places tile {tile} at {FIELD_NAMES[field]}, {_SIDE_NAMES[side]}"]
        case Skip(tile):
            return [f"{who} declines tile {tile}"]
        case Fountain(None):
            return [f"{who} places no fountain"]
        case Fountain(int(field), corner):
            return [f"{who} places a fountain at {FIELD_NAMES[field]} {corner}"]
        case Side(side):
            return [f"{who} chooses side {side}"]
        case Start(player):
            return [f"{names[player]} holds the pillar"]
        case Boards(numbers):
            return [f"The boards are {' '.join(map(str, numbers))}"]
        case Deal():
            return [f"The cards of round {after.round} are dealt"]
    return []


def rounds_scored(view: View) -> int:
    """The number of rounds scored so far."""
    return len(view.rounds)


def scoring(view: View, number: int, names: Sequence[str]) -> RenderableType:
    """The points of one round; after the last one also the bonuses."""
    table = Table(title=f"Scoring of round {number}", title_justify="left", box=None)
    over = view.phase == Phase.OVER and number == len(view.rounds)
    columns = ["player", "rectangle", "buildings", "green"]
    columns += ["planning", "harmony", "total"] if over else []
    for title in columns:
        table.add_column(title, justify="left" if title == "player" else "right")
    for player, name in enumerate(names):
        score = view.rounds[number - 1][player]
        row = [str(value) for value in score]
        if over:
            planning = planning_bonus(view.boards[player])
            points = view.points[player]
            before = view.options.start_points + sum(r[player].rectangle for r in view.rounds)
            row += [str(planning), str(points - before - planning), str(points)]
        table.add_row(Text(name), *row)
    if not over:
        return table
    words = clauses("baumeister.games.tangram_city").words("T5.4", "ratings")
    rated = [words[rating(points)] for points in view.points]
    lines = [f"{name}: {text}" for name, text in zip(names, rated, strict=True)]
    text = f"Rated (T5.4): {rated[0] if len(names) == 1 else '; '.join(lines)}"
    return Group(table, Text(text, style="bold"))
