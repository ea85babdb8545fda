"""Manhattan's prompts, and reading what was typed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from baumeister.cli.manhattan.display import LETTERS
from baumeister.games.manhattan.actions import (
    Action,
    Build,
    Forfeit,
)
from baumeister.games.manhattan.board import MARKED, SITE_NAMES
from baumeister.games.manhattan.scoring import colours_of
from baumeister.games.manhattan.state import Phase
from baumeister.games.manhattan.view import View


def prompt(view: View, legal: Sequence[Action]) -> str:
    """What to type now, with an example."""
    options = view.options
    two = options.colours_each == 2
    example = short(str(legal[len(legal) // 2]))
    if view.phase == Phase.CHOOSE and options.choice == "one-by-one":
        return f"Choose one block: {'COLOUR ' if two else ''}FLOORS, e.g. {example}"
    if view.phase == Phase.CHOOSE:
        blocks = f"{options.blocks} block{'s' if options.blocks > 1 else ''}"
        return f"Choose {blocks}{' of each colour' if two else ''}, e.g. {example}"
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
        if view.options.colours_each == 2 and len(names) == 2 and all(w.isdigit() for w in names):
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
