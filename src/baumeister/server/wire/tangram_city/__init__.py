"""Tangram City on the wire (`server.wire.games.GameWire`)."""

from baumeister.server.wire.tangram_city.examples import EXAMPLES
from baumeister.server.wire.tangram_city.info import TangramCityInfo as Info
from baumeister.server.wire.tangram_city.info import info
from baumeister.server.wire.tangram_city.views import (
    CityScoring,
    details,
    hands,
    own_scoring,
    preview,
    product,
    scored,
    seat_view,
    view,
)
from baumeister.server.wire.tangram_city.views import TangramCityPreview as Preview
from baumeister.server.wire.tangram_city.views import TangramCityView as View

Scored = list[CityScoring]

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
