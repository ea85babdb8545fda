"""Manhattan on the wire (`server.wire.games.GameWire`)."""

from baumeister.server.wire.manhattan.examples import EXAMPLES
from baumeister.server.wire.manhattan.info import ManhattanInfo as Info
from baumeister.server.wire.manhattan.info import info
from baumeister.server.wire.manhattan.views import ManhattanPreview as Preview
from baumeister.server.wire.manhattan.views import ManhattanScoring as Scored
from baumeister.server.wire.manhattan.views import ManhattanView as View
from baumeister.server.wire.manhattan.views import (
    details,
    hands,
    own_scoring,
    preview,
    product,
    scored,
    seat_view,
    view,
)

__all__ = [
    "EXAMPLES",
    "Info",
    "Preview",
    "Scored",
    "View",
    "details",
    "hands",
    "info",
    "own_scoring",
    "preview",
    "product",
    "scored",
    "seat_view",
    "view",
]
