"""Manhattan in the terminal: the board, the people, what is asked and what happened.

Colours are shown as colours *and* as letters, so all of it reads without colour.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from baumeister.core.chance import CHANCE
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


# --- the board -------------------------------------------------------------------------


def board(view: View, targets: Collection[int] = ()) -> Text:
    """The six districts; `›` marks the sites where the viewer can build now."""
    names = EDITIONS[view.options.edition].districts
    lines = []
    for row in (0, 3):
        lines.append(_border(("├", "┼", "┤") if row else ("┌", "┬", "┐"), view, names, row))
        for sites in range(0, 9, 3):
            for part in (partial(_top, targets=targets), _floors):
                line = Text("│")
                for district in range(row, row + 3):
                    for site in range(district * 9 + sites, district * 9 + sites + 3):
                        line.append_text(_fit(part(view, site)))
                    line.append("│")
                lines.append(line)
    lines.append(Text("└" + "┴".join(["─" * 3 * _CELL] * 3) + "┘"))
    return Text("\n").join(lines)


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
    """The site's number, who is on top, and how high."""
    building = view.buildings[site]
    text = Text("›" if site in targets else " ", style="bold")
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
    """Floors by colour, where several are in the building."""
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


def _fit(text: Text) -> Text:
    text.truncate(_CELL, pad=True)
    return text


# --- the people ------------------------------------------------------------------------


def people(view: View, names: Sequence[str]) -> Table:
    """Who plays what, with points, trays and supplies."""
    options = view.options
    table = Table(box=None, padding=(0, 1))
    for title in ("", "player", "side", "points", "colour", "tray", "supply 1 2 3 4"):
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
                "  ".join(f"{count:2}" for count in view.supplies[colour]),
            )
    return table


def status(view: View, names: Sequence[str]) -> RenderableType:
    """Round, urban card, and the people."""
    line = f"Round {max(view.round, 1)} of {view.options.rounds}"
    line += f" · pile {view.pile_size} cards"
    if view.options.urban:
        line += f" · urban rule: {view.urban or 'not yet revealed'}"
    if view.monster >= 0:
        line += f" · monster (#) on {SITE_NAMES[view.monster]}"
    return Group(Text(line, style="bold"), people(view, names))


def hand(view: View) -> Text:
    """The viewer's cards, with the site each marks from their side."""
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
    """Floors of the blocks, largest first."""
    return " ".join(str(size) for size in (4, 3, 2, 1) for _ in range(blocks[size - 1])) or "-"


def colour_text(options: Options, colour: int) -> Text:
    name = options.colours[colour]
    return Text(f" {LETTERS[name].upper()} {name} ", style=_STYLES[name])


# --- what is asked ---------------------------------------------------------------------


def ask(view: View, legal: Sequence[Action]) -> str:
    """What to type now."""
    options = view.options
    two = options.players == 2
    if view.phase == Phase.CHOOSE:
        if options.choice == "one-by-one":
            return (
                "Choose one block: "
                + ("COLOUR FLOORS" if two else "FLOORS")
                + f", e.g. {_short(legal[len(legal) // 2])}"
            )
        return f"Choose {options.blocks} blocks" + (
            f" of each colour, e.g. {_short(legal[len(legal) // 2])}"
            if two
            else f", e.g. {_short(legal[len(legal) // 2])}"
        )
    if isinstance(legal[0], Forfeit):
        return f"Nothing can be built (M2.8). Give up a card and a block, e.g. {legal[0]}"
    return (
        "Build: SITE FLOORS"
        + (" COLOUR" if two else "")
        + f", e.g. {_short(legal[len(legal) // 2])}"
    )


def _short(action: Action) -> str:
    words = str(action).split(" ")
    return " ".join(words[2:] if isinstance(action, Build) else words[1:])


def listed(legal: Sequence[Action]) -> str:
    """All legal actions, builds by site: `A5 1 3 4`."""
    floors: dict[tuple[str, str], list[int]] = {}
    for action in legal:
        if isinstance(action, Build):
            site = SITE_NAMES[action.site]
            floors.setdefault((action.colour or "", site), []).append(action.floors)
    lines = [
        f"{colour} {site} {' '.join(map(str, sizes))}".strip()
        for (colour, site), sizes in floors.items()
    ]
    return " · ".join(lines or [_short(action) for action in legal])


def read(view: View, typed: str) -> str:
    """What was typed, as the canonical text of an action as far as it can be told."""
    words = typed.split()
    if words and words[0] in ("build", "choose", "forfeit"):
        return " ".join(words)
    if view.phase == Phase.CHOOSE:
        names = [_colour(view, word) if word.isalpha() else word for word in words]
        if view.options.players == 2 and all(word.isdigit() for word in names):
            own = [view.options.colours[c] for c in colours_of(view.options, view.seat or 0)]
            names = [each for pair in zip(own, names, strict=False) for each in pair]
        tidy = ["".join(sorted(w, reverse=True)) if w.isdigit() else w for w in names]
        return " ".join(["choose", *tidy])
    site = words[0].upper() if words else ""
    if site in SITE_NAMES and view.seat is not None:
        position = SITE_NAMES.index(site) % 9
        card = MARKED[view.options.sides[view.seat]].index(position)
        rest = [_colour(view, word) if word.isalpha() else word for word in words[1:]]
        return " ".join(["build", str(card), site, *rest])
    return " ".join(words)


def _colour(view: View, word: str) -> str:
    """A colour by its name or letter."""
    for name in view.options.colours:
        if word.lower() in (name, LETTERS[name]):
            return name
    return word


def targets(legal: Sequence[Action]) -> set[int]:
    """The sites the legal actions build on."""
    return {action.site for action in legal if isinstance(action, Build)}


# --- what happened ---------------------------------------------------------------------


def tell(actor: int, action: Action, names: Sequence[str]) -> str | None:
    """What a player did or chance brought, in words; None for what nobody needs to read."""
    who = "" if actor == CHANCE else names[actor]
    match action:
        case Build(card, site, floors, colour):
            kind = f"{colour} " if colour else ""
            return f"{who} plays card {card} and builds {kind}{floors} on {SITE_NAMES[site]}"
        case Choose(blocks):
            parts = [f"{name or ''} {''.join(map(str, f))}".strip() for name, f in blocks]
            return f"{who} chooses {', '.join(parts)}"
        case Forfeit(card, floors, colour):
            kind = f"{colour} " if colour else ""
            return f"{who} cannot build and gives up card {card} and {kind}{floors}"
        case Start(player):
            return f"{names[player]} starts"
        case Urban(name):
            return f"The urban rule is {name}"
        case Monster(site):
            return f"The monster starts on {SITE_NAMES[site]}"
        case Districts(order):
            return f"The districts open in the order {' '.join(DISTRICTS[d] for d in order)}"
        case Deal() | Draw():
            return None
    return "The played cards are shuffled into a new pile"


def scoring(view: View, number: int, names: Sequence[str]) -> Table:
    """One round's points, by colour and item."""
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
