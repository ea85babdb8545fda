"""Manhattan's events and scorings in words."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from baumeister.cli.manhattan.display import colour_text
from baumeister.core.chance import CHANCE
from baumeister.games.clauses import clauses
from baumeister.games.manhattan.actions import (
    Action,
    Build,
    Choose,
    Deal,
    Districts,
    Draw,
    Forfeit,
    Monster,
    Start,
    Urban,
)
from baumeister.games.manhattan.board import DISTRICTS, SITE_NAMES
from baumeister.games.manhattan.scoring import colours_of
from baumeister.games.manhattan.urban import CLAUSES
from baumeister.games.manhattan.view import View


def describe(
    before: View,
    after: View,
    actor: int,
    action: Action,
    *,
    seen: str,  # noqa: ARG001
    names: Sequence[str],
) -> list[str]:
    """What a player or chance did, and where the monster went."""
    who = "" if actor == CHANCE else names[actor]
    match action:
        case Build(card, site, floors, colour):
            kind = f"{colour} " if colour else ""
            text = f"{who} plays card {card} and builds {kind}{floors} on {SITE_NAMES[site]}"
            return [text, *_monster(before, after)]
        case Choose(blocks):
            parts = [f"{name or ''} {''.join(map(str, f))}".strip() for name, f in blocks]
            return [f"{who} chooses {', '.join(parts)}"]
        case Forfeit(card, floors, colour):
            kind = f"{colour} " if colour else ""
            return [f"{who} cannot build and gives up card {card} and {kind}{floors}"]
        case Start(player):
            return [f"{names[player]} starts"]
        case Urban(name):
            clause = clauses("baumeister.games.manhattan").get(CLAUSES[name])
            return [f"The urban rule is {name} ({clause.id}): {clause.text}"]
        case Monster(site):
            return [f"The monster starts on {SITE_NAMES[site]}"]
        case Districts(order):
            return [f"The districts open in the order {' '.join(DISTRICTS[d] for d in order)}"]
        case Deal() | Draw():
            return []
    return ["The played cards are shuffled into a new pile"]


def _monster(before: View, after: View) -> list[str]:
    """Where the monster went, and what it destroyed."""
    if after.monster < 0:
        return []
    site = SITE_NAMES[after.monster]
    text = f"The monster {'stays on' if after.monster == before.monster else 'moves to'} {site}"
    lost = before.buildings[after.monster].height - after.buildings[after.monster].height
    if lost > 0:
        owner = before.options.colours[before.buildings[after.monster].owner]
        text += f" and destroys floors there: {lost} fewer, {owner} was on top"
    return [text]


def rounds_scored(view: View) -> int:
    """The number of rounds scored so far."""
    return len(view.rounds)


def scoring(view: View, number: int, names: Sequence[str]) -> Table:
    """The points of one round, by colour and item."""
    options = view.options
    table = Table(title=f"Scoring of round {number}", title_justify="left", box=None)
    columns = ["player", "colour", "highest", "majorities", "buildings"]
    columns += ["urban"] if options.urban else []
    for title in (*columns, "points"):
        table.add_column(title, justify="left" if title in ("player", "colour") else "right")
    for player, name in enumerate(names):
        for colour in colours_of(options, player):
            items = view.rounds[number - 1][colour]
            values = [*items] if options.urban else [*items][:3]
            table.add_row(
                Text(name), colour_text(options, colour), *map(str, values), str(items.total)
            )
    return table
