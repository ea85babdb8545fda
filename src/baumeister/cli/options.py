"""The options of a game as flags."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, Any

from cyclopts import Group, Parameter

from baumeister.cli.console import stop
from baumeister.core.errors import BaumeisterError
from baumeister.core.game import AnyGame
from baumeister.core.registry import find
from baumeister.games.manhattan.editions import COLOURS, EDITIONS
from baumeister.games.manhattan.options import CHOICES, VARIANTS

_GROUP = Group("Options of the game", sort_key=1)


def _flag(text: str, **more: Any) -> Parameter:
    return Parameter(help=text, group=_GROUP, negative_iterable=(), show_default=False, **more)


@Parameter(name="*")
@dataclass(frozen=True)
class GameOptions:
    """What is not given comes from the edition. `baumeister rules M4` explains a clause."""

    players: Annotated[int | None, _flag("How many players: 2, 3 or 4; 4 if nothing is said.")] = (
        None
    )
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
    start: Annotated[int | None, _flag("The first start player (M1.7).")] = None
    monster: Annotated[str | None, _flag("The monster's first site, such as B5 (M5.1).")] = None

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
        return {name: value for name, value in given.items() if value is not None}


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
