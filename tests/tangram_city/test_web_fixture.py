"""The browser turns and flips tiles to draw them; its fixture must match ours (T1.2, T3.1)."""

import json
from pathlib import Path

from baumeister.games.tangram_city.geometry import Half
from baumeister.games.tangram_city.setup import placements, shapes
from baumeister.games.tangram_city.tiles import tile_set
from baumeister.server.wire.tangram_city.views import hex_of

FIXTURE = Path(__file__).parents[2] / "web/src/games/tangram-city/board/shapes.fixture.json"


def text(halves: tuple[Half, ...]) -> str:
    return " ".join(f"{x}{y}{corner}" for x, y, corner in halves)


def test_the_browser_fixture_is_up_to_date() -> None:
    found = {}
    for tile in tile_set("standard"):
        last = placements(tile)[-1]
        ways = {
            f"{side}{turns}": text(shape) for side in "bg" for turns, shape in shapes(tile, side)
        }
        found[tile.id] = {"ways": ways, "last": str(last.action), "covers": hex_of(last.mask)}
    assert json.loads(FIXTURE.read_text("utf-8")) == found
