"""Games played by older versions of the rules.

Version 1 is Manhattan before M1.4, M3.1, M5.1, M5.4 and M6 were corrected. Its games are read with
the options that mean the same now; only M3.1 and M5.4 for two players may make one differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from baumeister.core.errors import Message, OptionsError
from baumeister.games.manhattan.actions import Action, Build
from baumeister.games.manhattan.scoring import highest_owner
from baumeister.games.manhattan.state import State

VERSION: Final = 2
_NEW: Final = ("monster_moves", "colours_each")


def options_of_version(version: int, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The options of a game of an older version, as this version has them."""
    if version >= VERSION:
        return given
    for name in _NEW:
        if name in given:
            message = Message("baumeister.games.manhattan", "newer-option", {})
            reason = f"unknown in version {version} of the rules"
            raise OptionsError(name, reason, clause="M6", message=message)
    old: dict[str, Any] = {"monster_moves": "after-block"}
    if given.get("edition") == "hig-1994" and given.get("players") == 3:
        old |= {"rounds": 6, "blocks": 4}
    return {**old, **given}


def corrected(version: int, before: State, action: Action, after: State | None) -> str | None:
    """The clause by which the step differs from that version: M5.4 if it refuses the action
    (`after` is None), M3.1 if a round was scored by it."""
    options = before.options
    if version >= VERSION or options.colours_each == 1:
        return None
    if after is None:
        return "M5.4" if _on_other_colour(before, action) else None
    scored = len(after.rounds) > len(before.rounds) and options.same_owner_highest
    return "M3.1" if scored and _of_both_colours(after) else None


def _on_other_colour(before: State, action: Action) -> bool:
    """Whether a player builds on the building of their other colour, with anti-trust."""
    if not isinstance(action, Build) or "anti-trust" not in before.options.variants:
        return False
    owner, own = before.buildings[action.site].owner, before.setup.colours[before.turn]
    return owner in own and before.options.colours[owner] != action.colour


def _of_both_colours(after: State) -> bool:
    """Whether the highest buildings belong to one player, by both colours."""
    height = max(building.height for building in after.buildings)
    owners = {building.owner for building in after.buildings if building.height == height}
    return highest_owner(after.options, after.buildings) is not None and len(owners) > 1
