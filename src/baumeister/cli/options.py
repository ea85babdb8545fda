"""The options of a game as flags."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Group, Parameter

from baumeister.cli.console import stop
from baumeister.core.errors import BaumeisterError
from baumeister.core.game import AnyGame
from baumeister.core.registry import find
from baumeister.games.manhattan.editions import COLOURS, EDITIONS
from baumeister.games.manhattan.options import CHOICES, VARIANTS
from baumeister.games.tangram_city.tiles import from_catalogue

_GROUP = Group("Options of Manhattan, and of both", sort_key=1)
_TANGRAM = Group("Options of Tangram City", sort_key=2)


def _flag(text: str, group: Group = _GROUP) -> Parameter:
    return Parameter(help=text, group=group, negative_iterable=(), show_default=False)


@Parameter(name="*")
@dataclass(frozen=True)
class GameOptions:
    """What is not given comes from the edition. `baumeister rules M4` explains a clause."""

    players: Annotated[
        int | None, _flag("How many players: Manhattan 2 to 4, Tangram City 1 to 5.")
    ] = None
    edition: Annotated[str | None, _flag(f"One of: {', '.join(EDITIONS)}.")] = None
    urban: Annotated[bool | None, _flag("Urban rules, the advanced mode (rule M4).")] = None
    variant: Annotated[
        list[str] | None, _flag(f"Variants (M5), with commas or repeated: {', '.join(VARIANTS)}.")
    ] = None
    rounds: Annotated[int | None, _flag("How many rounds (M2.1).")] = None
    blocks: Annotated[int | None, _flag("Blocks per colour and round (M2.1).")] = None
    hand: Annotated[int | None, _flag("Cards in a hand: 4, 5 or 6 (M6).")] = None
    choice: Annotated[str | None, _flag(f"How blocks are chosen (M6): {', '.join(CHOICES)}.")] = (
        None
    )
    same_owner_highest: Annotated[
        bool | None, _flag("Several highest buildings of one colour score (M3.1).")
    ] = None
    tie_break: Annotated[bool | None, _flag("Break ties by height, then majorities (M3.5).")] = None
    megacity_all: Annotated[
        bool | None, _flag("Megacity scores every complete district (M4.4).")
    ] = None
    sides: Annotated[
        list[str] | None,
        _flag("The side of each player, clockwise: 0 South, 1 West, 2 North, 3 East (M1.4)."),
    ] = None
    colours: Annotated[
        list[str] | None, _flag(f"In player order, of: {', '.join(COLOURS)} (M6).")
    ] = None
    start: Annotated[int | None, _flag("Who starts, or has the pillar (M1.7, T1.5).")] = None
    monster: Annotated[str | None, _flag("The monster's first site, such as B5 (M5.1).")] = None

    tile_set: Annotated[
        str | None, _flag("Tangram City: standard or exact-49 (T1.2).", group=_TANGRAM)
    ] = None
    tiles: Annotated[
        Path | None, _flag("Tiles of your own, a file of `baumeister tiles` form.", group=_TANGRAM)
    ] = None
    printed_field: Annotated[
        bool | None, _flag("Boards with a printed field (T1.1).", group=_TANGRAM)
    ] = None
    same_board: Annotated[bool | None, _flag("The same board for all (T1.1).", group=_TANGRAM)] = (
        None
    )
    start_points: Annotated[
        int | None, _flag("Points to start with: 0 or 1 (T1.4).", group=_TANGRAM)
    ] = None

    def given(self) -> dict[str, Any]:
        """The options given, as the game reads them."""
        given = {f.name: getattr(self, f.name) for f in fields(self)}
        given["variants"] = given.pop("variant")
        for name in ("variants", "sides", "colours"):
            if given[name] is not None:
                given[name] = split(given[name])
        if given["sides"] is not None:
            given["sides"] = [
                int(s) if s.isascii() and s.isdecimal() else s for s in given["sides"]
            ]
        if given["tiles"] is not None:
            given["tile_set"], given["tiles"] = "custom", read_tile_file(given["tiles"])
        return {name: value for name, value in given.items() if value is not None}


def read_tile_file(path: Path) -> Any:
    """The list of tiles in a file: one of our own tile sets' form, or a list of tiles."""
    try:
        with path.open(encoding="utf-8") as file:
            data = json.loads(file.read(1 << 20))
    except (OSError, ValueError, RecursionError) as error:
        stop(f"{path}: {error}")
    return from_catalogue(data.get("tiles") if isinstance(data, dict) else data)


def split(values: list[str]) -> list[str]:
    """Words given with commas, repeated, or both."""
    words = [word.strip() for value in values for word in value.split(",")]
    return [word for word in words if word]


def resolve(game_id: str, given: GameOptions | None) -> tuple[AnyGame, Any]:
    """The game and its options, or one clear line."""
    try:
        game = find(game_id)
        return game, game.options(given.given() if given else {})
    except BaumeisterError as error:
        stop(str(error))
