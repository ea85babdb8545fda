"""Manhattan's text board.

Colours are shown as colours and as letters, so that everything reads without colour.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

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
from baumeister.games.manhattan.board import DISTRICTS, MARKED, SIDE_NAMES, SITE_NAMES, Building
from baumeister.games.manhattan.editions import EDITIONS
from baumeister.games.manhattan.options import Options
from baumeister.games.manhattan.scoring import colours_of, player_scores
from baumeister.games.manhattan.setup import Blocks
from baumeister.games.manhattan.state import Phase
from baumeister.games.manhattan.urban import CLAUSES
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


# --- the players -----------------------------------------------------------------------


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


WIDTH: Final = 3 * 3 * _CELL + 4
"""The width of the board."""


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


# --- input -----------------------------------------------------------------------------


def prompt(view: View, legal: Sequence[Action]) -> str:
    """What to type now, with an example."""
    options = view.options
    two = options.players == 2
    example = short(str(legal[len(legal) // 2]))
    if view.phase == Phase.CHOOSE and options.choice == "one-by-one":
        return f"Choose one block: {'COLOUR ' if two else ''}FLOORS, e.g. {example}"
    if view.phase == Phase.CHOOSE:
        return f"Choose {options.blocks} blocks{' of each colour' if two else ''}, e.g. {example}"
    if isinstance(legal[0], Forfeit):
        return f"You cannot build (M2.8). Give up a card and a block, e.g. {legal[0]}"
    return f"Build: SITE FLOORS{' COLOUR' if two else ''}, e.g. {example}"


def short(text: str) -> str:
    """The shortest input for an action: `C5 3` for `build 5 C5 3`."""
    words = text.split(" ")
    return " ".join(words[2:] if words[0] == "build" else words[1:] if words[1:] else words)


def answers(view: View, legal: Sequence[Action]) -> Collection[str]:  # noqa: ARG001
    """No input of this game looks like a command."""
    return ()


def list_actions(view: View, legal: Sequence[Action]) -> str:
    """The legal actions as they may be typed, builds by site."""
    if len(legal) > 100:
        return f"Any {view.options.blocks} blocks of each colour that are left."
    floors: dict[tuple[str, str], list[int]] = {}
    for action in legal:
        if isinstance(action, Build):
            key = SITE_NAMES[action.site], action.colour or ""
            floors.setdefault(key, []).append(action.floors)
    if not floors:
        return ", ".join(short(str(action)) for action in legal)
    return "\n".join(
        "   ".join(
            f"{site} {'/'.join(map(str, sizes))} {colour}".strip()
            for (site, colour), sizes in floors.items()
            if site[0] == district
        )
        for district in dict.fromkeys(site[0] for site, _ in floors)
    )


def legend(view: View) -> str:
    """The symbols on the screen, and what scores."""
    lines = [
        "5 O7   site 5: a building of 7 floors, owned by orange, who is on top",
        "o4b3   below: the floors of each colour, if there are several colours",
        "›      you can build here now      ▸ player to move      s start player of the round",
    ]
    if view.monster >= 0:
        lines.append("#      the monster: nobody may build there")
    lines += [
        "When all trays are empty: 3 points for the highest building of all, 2 for most",
        "buildings in a district, 1 for each building; ties give nothing (rule M3). To take",
        "over a building you need as many floors in it as its owner has (rule M2.5).",
    ]
    return "\n".join(lines)


def read(view: View, typed: str, legal: Sequence[Action]) -> str:  # noqa: ARG001
    """The canonical text of the action typed, as far as it can be recognised."""
    words = typed.split()
    if words and words[0] in ("build", "choose", "forfeit"):
        return " ".join(words)
    if view.phase == Phase.CHOOSE:
        names = [_colour(view, word) if word.isalpha() else word for word in words]
        if view.options.players == 2 and len(names) == 2 and all(w.isdigit() for w in names):
            own = [view.options.colours[c] for c in colours_of(view.options, view.seat or 0)]
            names = [own[0], names[0], own[1], names[1]]
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


# --- events ----------------------------------------------------------------------------


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
