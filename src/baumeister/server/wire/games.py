"""How each game is put on the wire: the game's own wire module, or the generic one."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, Union

import msgspec

from baumeister.core.game import AnyGame
from baumeister.core.outcome import Outcome
from baumeister.core.registry import find, games, plugin_of
from baumeister.server.wire.info import GameInfo
from baumeister.server.wire.plain import PlainWire

log = logging.getLogger("baumeister.server")


class GameWire(Protocol):
    """What `Plugin.wire` names: a module with these functions and types."""

    View: Any
    """The msgspec type of `view`, tagged with the field `game`; None for no type of its own."""
    Preview: Any
    """The msgspec type of `preview`, tagged with the field `game`."""
    Scored: Any
    """The msgspec type of `scored`."""
    Info: Any
    """The msgspec type of `info`: a subclass of GameInfo."""
    EXAMPLES: Mapping[str, Sequence[Any]]
    """Examples for the OpenAPI document: request bodies by the name of their operation."""

    def view(self, seen: Any, /) -> Any:
        """A view as it is sent."""

    def seat_view(self, public: Any, seen: Any, /) -> Any:
        """`view` of a seat, given that of a spectator at the same time: it may take over whatever
        all players see, so that this is made once for all of them."""

    def preview(self, after: Any, /) -> Any:
        """What an action would change, from the view after it."""

    def own_scoring(self, seen: Any, /) -> Any:
        """What the viewer's side of the board would score now; None if the game has no such
        scoring."""

    def scored(self, before: Any, action: Any, after: Any, /) -> Any:
        """The scoring of the round that ended with this action."""

    def hands(self, state: Any, /) -> list[list[int]] | None:
        """All hands, for readers from whom nothing is hidden; None if there are no hands."""

    def details(self, outcome: Outcome, /) -> dict[str, Any]:
        """The result of a finished game, item by item."""

    def product(self, legal: Sequence[Any], /) -> list[list[str]] | None:
        """Legal actions as factors of a product, where there are too many to list."""

    def info(self, info: GameInfo, /) -> GameInfo:
        """The catalogue entry with the fields the game adds."""


def wire_of(game: AnyGame) -> GameWire:
    """The wire module of a game; a generic one if the game brings none or it cannot be loaded."""
    module: GameWire | None = None
    try:
        module = plugin_of(game).load("wire")
    except Exception as error:
        log.warning("wire module failed", extra={"reason": f"{game.id}: {error}"})
    return module if module is not None else PlainWire(game)


def union_of(kind: str) -> Any:
    """The union of the `View`, `Preview` or `Scored` types of all registered games.

    A type that msgspec cannot tell apart from the others is left out: its values are still sent,
    but schemas do not describe them.
    """
    union: Any = None
    for game_id in games():
        each = getattr(wire_of(find(game_id)), kind)
        if each is None:
            continue
        wider = each if union is None else Union[union, each]  # noqa: UP007
        try:
            msgspec.json.Decoder(wider)
        except TypeError as error:
            log.warning("wire type left out", extra={"reason": f"{game_id}: {error}"})
        else:
            union = wider
    return Any if union is None else union


def examples(name: str) -> list[Any]:
    """The example bodies of all games for an operation."""
    return [each for game in games() for each in wire_of(find(game)).EXAMPLES.get(name, ())]
