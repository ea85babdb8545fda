"""`baumeister tiles`: draw and check a tile set."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.columns import Columns
from rich.text import Text

from baumeister.cli.console import out, print_json, stop
from baumeister.cli.options import read_json
from baumeister.cli.tangram_city.display import tile_picture
from baumeister.core.errors import OptionsError
from baumeister.games.tangram_city.svg import tiles_svg
from baumeister.games.tangram_city.tile_facts import tile_set_warnings
from baumeister.games.tangram_city.tiles import (
    Tile,
    read_tiles,
    tile_set,
    tiles_of_file,
)


def tiles_command(
    file: Annotated[Path | None, Parameter(name=["FILE"], help="A file with custom tiles.")] = None,
    /,
    *,
    tile_set_name: Annotated[
        str, Parameter(name="--set", help="Without FILE: the set to draw, standard or exact-49.")
    ] = "standard",
    svg: Annotated[
        Path | None, Parameter(help="Write an SVG picture of the tiles to this file.")
    ] = None,
    json: Annotated[
        bool, Parameter(help="Print the set as JSON, in the format of FILE.", negative=())
    ] = False,
) -> None:
    """Draw a tile set and check it."""
    try:
        tiles = read_tiles(tiles_of_file(read_json(file))) if file else _named(tile_set_name)
    except OptionsError as error:
        stop(str(error), 1)
    if svg:
        svg.write_text(tiles_svg(tiles), "utf-8")
    if json:
        print_json([tile.data() for tile in tiles])
        return
    pictures = []
    for tile in tiles:
        mark = "*" if tile.symbol else ""
        pictures.append(tile_picture(tile.halves, "b", f"{tile.id}{mark} {tile.name}"))
    out.print(Columns(pictures, padding=(1, 3)))
    area = sum(tile.area for tile in tiles)
    out.print(f"{len(tiles)} tiles, {area:g} fields; * marks look-alikes.")
    if not file:
        out.print("The outlines are a reconstruction (T6); use FILE to play with the real ones.")
    for warning in tile_set_warnings(tiles):
        out.print(Text(f"Warning: {warning}", style="yellow"))


def _named(name: str) -> tuple[Tile, ...]:
    if name not in ("standard", "exact-49"):
        stop(f"no tile set {name!r}; use standard or exact-49")
    return tile_set(name)
