"""The options of Tangram City, declared once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Self

from baumeister.core.options import OptionSet, one_of, option, options_of
from baumeister.games.tangram_city.tiles import (
    TILE_SETS,
    Tile,
    read_tiles,
    tile_set,
    tiles_error,
    tiles_of_file,
    tiles_schema,
)

PLAYERS: Final = (1, 2, 3, 4, 5)
CUSTOM: Final = "custom"


@dataclass(frozen=True, slots=True)
class Options(OptionSet):
    """Everything a game of Tangram City may be played with."""

    unknown_clause: ClassVar = "T1.1"

    players: int = option(
        "T1.1",
        "How many players.",
        values=PLAYERS,
        default=2,
        group="game",
        resets=("start",),
    )
    tile_set: str = option(
        "T1.2", "The set of tiles.", values=TILE_SETS, default="standard", resets=("tiles",)
    )
    printed_field: bool = option("T1.1", "Boards with a printed field.", default=True)
    same_board: bool = option("T1.1", "The same board for everyone.", default=False)
    start_points: int = option("T1.4", "Points to start with.", values=(0, 1), default=1)
    tiles: tuple[Tile, ...] = option(
        "T1.2",
        "Your own tiles: a file as `baumeister tiles` writes it.",
        schema=tiles_schema(),
        control="tiles",
        needs={"tile_set": CUSTOM},
        from_file=lambda data: {"tile_set": CUSTOM, "tiles": tiles_of_file(data)},
    )
    start: int | None = option(
        "T1.5",
        "The seat that holds the pillar in round 1.",
        schema={"type": "integer", "minimum": 0, "maximum": PLAYERS[-1] - 1},
        control="seat",
    )

    @classmethod
    def resolve(cls, given: Mapping[str, Any]) -> Self:
        """Options from plain data, with the tiles of the chosen set filled in."""
        name = given.get("tile_set", "standard")
        one_of("tile_set", name, TILE_SETS, "T1.2")
        if name == CUSTOM:
            if "tiles" not in given:
                raise tiles_error(f"tile_set {CUSTOM} needs the tiles", "no-tiles")
            tiles = read_tiles(given["tiles"])
        elif "tiles" in given:
            raise tiles_error(f"tile_set {name} has tiles of its own", "own-tiles")
        else:
            tiles = tile_set(name)
        return super(Options, cls).resolve({**given, "tiles": tiles})

    def validate(self) -> None:
        """Check that the options fit together; OptionsError names the wrong one."""
        if self.start is not None:
            one_of("start", self.start, range(self.players), "T1.5")

    def data(self) -> dict[str, Any]:
        """Every option in force as records hold it; tiles only of a custom set."""
        plain = super(Options, self).data()
        if self.tile_set == CUSTOM:
            plain["tiles"] = [tile.data() for tile in self.tiles]
        else:
            del plain["tiles"]
        return plain


FIELDS: Final = tuple(options_of(Options))
