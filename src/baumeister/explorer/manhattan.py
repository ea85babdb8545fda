"""What the explorer counts in Manhattan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from baumeister.games.manhattan.actions import Build, Choose, Forfeit
from baumeister.games.manhattan.board import SITE_NAMES
from baumeister.records import Step

FEATURES: Final[Mapping[str, str]] = {
    "blocks": "the floors of the blocks chosen for a round",
    "site": "the site of a build",
    "build": "the site and the floors of a build",
    "district": "the district of a build",
    "floors": "the floors of the block built",
    "onto": "what was built on: empty, own or another's",
}
OWN_LINES: Final = False


def features(step: Step) -> Mapping[str, str]:
    """The features of a choice of blocks or of a build."""
    action = step.action
    if isinstance(action, Choose):
        return {"blocks": str(action).partition(" ")[2]}
    if not isinstance(action, Build):
        return {}
    site = SITE_NAMES[action.site]
    return {
        "site": site,
        "build": _build(action),
        "district": site[0],
        "floors": str(action.floors),
        "onto": _onto(step, action),
    }


def opening(step: Step) -> str | None:
    """Builds without their cards; choices of blocks are left out: no two games would be alike."""
    action = step.action
    if isinstance(action, Build):
        return _build(action)
    return f"forfeit {action.floors}" if isinstance(action, Forfeit) else None


def _build(action: Build) -> str:
    words = (SITE_NAMES[action.site], str(action.floors), action.colour)
    return " ".join(word for word in words if word)


def _onto(step: Step, action: Build) -> str:
    owner = step.before.buildings[action.site].owner
    if owner < 0:
        return "empty"
    return "own" if owner in step.before.setup.colours[step.actor] else "other"
