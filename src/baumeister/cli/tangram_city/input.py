"""Tangram City's prompts, and reading what was typed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from baumeister.games.tangram_city.actions import (
    Action,
    Fountain,
    Place,
)
from baumeister.games.tangram_city.geometry import (
    FIELD_NAMES,
)
from baumeister.games.tangram_city.setup import SIDES, setup_for, shapes
from baumeister.games.tangram_city.state import FOUNTAIN, SIDE
from baumeister.games.tangram_city.view import View


def legend(view: View) -> str:  # noqa: ARG001
    """The symbols on the screen, and what scores."""
    return "\n".join(
        [
            "#  buildings   :  green   o  fountain   ·  empty   / \\  a field in two halves",
            "b 1 c3  places the tile, buildings up, turned once clockwise, the corner of its",
            "        box at c3; g is green up; skip declines it. In the last round the number",
            "        of the tile comes first: 07 b 1 c3. A fountain: c3 ne (right angle), or -",
            "Each round: one point for each field of your largest full rectangle (T4.1).",
            "At the end 15 for a full board, up to 20 for as much green as buildings (T5).",
            "I  holds the pillar. Decisions are revealed when everyone has decided.",
        ]
    )


def prompt(view: View, legal: Sequence[Action]) -> str:
    """What to type now, with an example."""
    if view.todo == (SIDE,):
        return "Which side of your board, a or b? e.g. side a"
    example = short(str(legal[(len(legal) - 1) // 2]), single=_single(view))
    if view.todo == (FOUNTAIN,):
        return f"Fountain: FIELD CORNER or -, e.g. {example}"
    tile = "" if _single(view) else "TILE "
    return f"Place: {tile}SIDE TURNS FIELD or {tile}skip, e.g. {example}"


def _single(view: View) -> bool:
    return len([piece for piece in view.todo if piece != FOUNTAIN]) == 1


def short(text: str, single: bool = False) -> str:
    """The shortest input for an action; with a `single` tile to place, without its number."""
    words = text.split(" ")
    if words[0] in ("place", "fountain"):
        return " ".join(words[2:] if words[0] == "place" and single else words[1:])
    return text


def answers(view: View, legal: Sequence[Action]) -> Collection[str]:  # noqa: ARG001
    """The letters that choose a side, although `b` is also a command."""
    return ("a", "b", "A", "B") if view.todo == (SIDE,) else ()


def list_actions(view: View, legal: Sequence[Action]) -> str:  # noqa: ARG001
    """The legal actions, with fields grouped by tile, side and turns."""
    rows: dict[str, list[str]] = {}
    others = []
    for action in legal:
        match action:
            case Place(tile, side, turns, field):
                rows.setdefault(f"{tile} {side} {turns}", []).append(FIELD_NAMES[field])
            case Fountain(int(field), corner):
                rows.setdefault(f"{corner}", []).append(FIELD_NAMES[field])
            case _:
                others.append(str(action))
    return "\n".join([*(f"{key}: {' '.join(names)}" for key, names in rows.items()), *others])


def read(view: View, typed: str, legal: Sequence[Action]) -> str:  # noqa: ARG001
    """The canonical text of the action typed, as far as it can be recognised."""
    words = typed.lower().split()
    if not words or words[0] in ("place", "fountain", "side"):
        return " ".join(words)
    tiles = [piece for piece in view.todo if piece != FOUNTAIN]
    if view.todo == (SIDE,):
        return " ".join(["side", *words])
    if view.todo == (FOUNTAIN,):
        return " ".join(["fountain", *words])
    if "skip" in words:
        named = [word for word in words if word != "skip"]
        return " ".join(["skip", *(named or (tiles if len(tiles) == 1 else ()))])
    if len(words) == 3 and len(tiles) == 1:
        words = [tiles[0], *words]
    return " ".join(["place", *_lowest_turn(view, words)])


def _lowest_turn(view: View, words: list[str]) -> list[str]:
    """The words with canonical turns: a square turned once looks like one not turned."""
    tile = setup_for(view.options).tiles.get(words[0])
    if tile and len(words) == 4 and words[1] in SIDES and words[2] in ("0", "1", "2", "3"):
        words[2] = str(int(words[2]) % len(shapes(tile, words[1])))
    return words
