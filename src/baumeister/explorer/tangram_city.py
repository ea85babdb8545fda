"""What the explorer counts in Tangram City."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from baumeister.games.tangram_city.actions import Fountain, Place, Side, Skip
from baumeister.games.tangram_city.geometry import FIELD_NAMES
from baumeister.records import Step

FEATURES: Final[Mapping[str, str]] = {
    "tile": "the tile and what became of it: b buildings up, g green up, - declined",
    "place": "the tile, its side, its quarter turns and its field",
    "declined": "the tile that was declined",
    "field": "the field of a tile's top left corner",
    "side": "the board and the side chosen",
    "fountain": "the half field of a fountain; - for none",
}
OWN_LINES: Final = True


def features(step: Step) -> Mapping[str, str]:
    """The features of a side, a placement, a declined tile or a fountain."""
    action = step.action
    match action:
        case Place():
            return {
                "tile": f"{action.tile} {action.side}",
                "place": str(action).partition(" ")[2],
                "field": FIELD_NAMES[action.field],
            }
        case Skip():
            return {"tile": f"{action.tile} -", "declined": action.tile}
        case Side():
            return {"side": _side(step)}
        case Fountain():
            return {"fountain": str(action).partition(" ")[2]}
    return {}


def opening(step: Step) -> str | None:
    """Each player's decisions as records write them; sides with the number of the board."""
    return f"side {_side(step)}" if isinstance(step.action, Side) else str(step.action)


def _side(step: Step) -> str:
    return f"{step.before.boards[step.actor].number} {step.action.side}"
