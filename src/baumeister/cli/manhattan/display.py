"""Drawing Manhattan's board, players and cards.

Colours are shown as colours and as letters, so that everything reads without colour.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from baumeister.games.manhattan.actions import (
    Action,
    Build,
)
from baumeister.games.manhattan.board import DISTRICTS, MARKED, SIDE_NAMES, SITE_NAMES, Building
from baumeister.games.manhattan.editions import EDITIONS
from baumeister.games.manhattan.options import Options
from baumeister.games.manhattan.scoring import colours_of, player_scores
from baumeister.games.manhattan.setup import Blocks
from baumeister.games.manhattan.state import Phase
from baumeister.games.manhattan.variants import open_districts
from baumeister.games.manhattan.view import View

LETTERS: Final = {
    "orange": "o",
    "blue": "b",
    "yellow": "y",
    "purple": "p",
    "black": "k",
    "red": "r",
    "green": "g",
}
_STYLES: Final = {
    "orange": "black on dark_orange",
    "blue": "white on blue3",
    "yellow": "black on yellow1",
    "purple": "white on purple4",
    "black": "white on grey15",
    "red": "white on red3",
    "green": "white on dark_green",
}
_CELL: Final = 8
WIDTH: Final = 3 * 3 * _CELL + 4
"""The width of the board."""


def board(
    view: View,
    names: Sequence[str],  # noqa: ARG001  (names are in the status)
    legal: Sequence[Action] = (),
) -> Text:
    """The six districts; `›` marks the sites where the viewer can build now."""
    targets = {action.site for action in legal if isinstance(action, Build)}
    titles = EDITIONS[view.options.edition].districts
    lines = []
    for row in (0, 3):
        lines.append(_border(("├", "┼", "┤") if row else ("┌", "┬", "┐"), view, titles, row))
        for sites in range(0, 9, 3):
            here = [range(d * 9 + sites, d * 9 + sites + 3) for d in range(row, row + 3)]
            lines.append(_line([[_top(view, site, targets) for site in each] for each in here]))
            floors = [[_floors(view, site) for site in each] for each in here]
            if any(text for each in floors for text in each):
                lines.append(_line(floors))
    lines.append(Text("└" + "┴".join(["─" * 3 * _CELL] * 3) + "┘"))
    return Text("\n").join(lines)


def _line(districts: list[list[Text]]) -> Text:
    line = Text("│")
    for cells in districts:
        for cell in cells:
            cell.truncate(_CELL, pad=True)
            line.append_text(cell)
        line.append("│")
    return line


def _border(corners: tuple[str, str, str], view: View, names: Sequence[str], first: int) -> Text:
    open_now = open_districts(view.options, view.opening, view.round)
    titles = []
    for district in range(first, first + 3):
        title = f" {DISTRICTS[district]}"
        title += f" {names[district]}" if names[district] != DISTRICTS[district] else ""
        title += " " if district in open_now else " closed "
        titles.append(title.center(3 * _CELL, "─"))
    left, middle, right = corners
    return Text(left + middle.join(titles) + right)


def _top(view: View, site: int, targets: Collection[int]) -> Text:
    """The site's number, its owner's colour and its height."""
    building = view.buildings[site]
    text = Text()
    text.append("›" if site in targets else " ", style="bold")
    text.append(str(site % 9 + 1), style="bold" if site in targets else "dim")
    if site == view.monster:
        text.append(" #", style="bold white on red")
    if building.height:
        colour = view.options.colours[building.owner]
        text.append(" ")
        text.append(f"{LETTERS[colour].upper()}{building.height}", style=_STYLES[colour])
    elif site != view.monster:
        text.append(" ·", style="dim")
    return text


def _floors(view: View, site: int) -> Text:
    """The floors of each colour, if the building has several colours."""
    building: Building = view.buildings[site]
    shares = [(n, c) for c, n in enumerate(building.floors) if n]
    text = Text()
    if len(shares) > 1:
        shares.sort(key=lambda share: (-share[0], share[1]))
        words = [f"{LETTERS[view.options.colours[c]]}{n}" for n, c in shares]
        while sum(map(len, words)) > _CELL:
            words.pop()
        text.append("".join(words).rjust(_CELL - 1 if len("".join(words)) < _CELL else _CELL))
    return text


def player_table(view: View, names: Sequence[str]) -> Table:
    """The players with their colours, points, trays and supplies."""
    options = view.options
    table = Table(box=None, padding=(0, 1))
    for title in ("", "player", "side", "points", "colour", "tray", "left: 1s  2s  3s  4s"):
        table.add_column(title, justify="right" if title == "points" else "left")
    points = player_scores(options, view.scores)
    for player, name in enumerate(names):
        mark = "▸" if player == view.turn and view.phase != Phase.OVER else ""
        mark += "s" if player == view.start else ""
        for index, colour in enumerate(colours_of(options, player)):
            secret = view.chosen[player] and not any(view.trays[colour])
            table.add_row(
                Text("" if index else mark),
                Text("" if index else name, style="bold" if player == view.turn else ""),
                "" if index else SIDE_NAMES[options.sides[player]],
                "" if index else str(points[player]),
                colour_text(options, colour),
                "chosen, secret" if secret else blocks_text(view.trays[colour]),
                "     " + "".join(f"{count:3} " for count in view.supplies[colour]),
            )
    return table


def status(view: View, names: Sequence[str]) -> RenderableType:
    """The round, the urban card and the players."""
    line = f"Round {max(view.round, 1)} of {view.options.rounds}"
    line += f" · pile {view.pile_size} cards"
    if view.options.urban:
        line += f" · urban rule: {view.urban or 'not yet revealed'}"
    if view.monster >= 0:
        line += f" · monster (#) on {SITE_NAMES[view.monster]}"
    return Group(Text(line, style="bold"), player_table(view, names))


def hand(view: View) -> Text:
    """The viewer's cards, with the site each marks from the viewer's side."""
    assert view.seat is not None
    side = view.options.sides[view.seat]
    text = Text("Your cards: ")
    for card in dict.fromkeys(view.hand):
        count = view.hand.count(card)
        times = f" ×{count}" if count > 1 else ""
        text.append(f"{card} → site {MARKED[side][card] + 1}{times}", style="bold")
        text.append("   ")
    return text


def blocks_text(blocks: Blocks) -> str:
    """The sizes of the blocks, largest first."""
    return " ".join(str(size) for size in (4, 3, 2, 1) for _ in range(blocks[size - 1])) or "-"


def colour_text(options: Options, colour: int) -> Text:
    name = options.colours[colour]
    return Text(f" {LETTERS[name].upper()} {name} ", style=_STYLES[name])
