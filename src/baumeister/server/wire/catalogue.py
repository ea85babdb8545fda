"""What can be played here: games, options, bots, rules, tiles; what a set-up page needs."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Struct

from baumeister.bots import bot_codes, level_of
from baumeister.bots.words import character
from baumeister.core.registry import find, games
from baumeister.games.clauses import clauses_of
from baumeister.games.manhattan.editions import EDITIONS
from baumeister.games.manhattan.urban import CLAUSES as URBAN_CLAUSES
from baumeister.games.tangram_city.tiles import TILE_SETS, printed_fields, tile_set


class ClauseInfo(Struct, frozen=True):
    id: str
    title: str
    text: str


class EditionInfo(Struct, frozen=True):
    """An edition of Manhattan; POST /api/options says all that it presets."""

    id: str
    title: str
    districts: list[str]
    """What the districts A to F are called."""
    colours: list[str]
    plans: dict[str, tuple[int, int]]
    """By number of players: rounds, and blocks per colour and round."""


class BotInfo(Struct, frozen=True):
    """A bot; the higher its level, from 1 on, the stronger it is. Level 0: not offered, but seats
    may have it."""

    code: str
    level: int
    name: str
    about: str


class UrbanCard(Struct, frozen=True):
    name: str
    clause: str


class PrintedField(Struct, frozen=True):
    """What is printed on a side of a board of Tangram City: halves as tiles have them."""

    board: int
    side: str
    colour: str
    halves: list[tuple[int, int, str]]


class GameInfo(Struct, frozen=True):
    id: str
    rules_version: int
    options_schema: dict[str, Any]
    """JSON Schema; `x-clause` of each property is the clause it is about."""
    defaults: dict[str, Any]
    """Every option as it is if nothing is said."""
    editions: list[EditionInfo]
    bots: list[BotInfo]
    clauses: list[ClauseInfo]
    tiles: dict[str, list[dict[str, Any]]]
    """The tile sets of Tangram City."""
    urban: list[UrbanCard]
    """The urban cards of Manhattan."""
    printed: list[PrintedField]
    """The printed fields of Tangram City, by board and side."""


@cache
def catalogue(language: str) -> list[GameInfo]:
    """In one of the languages that there are."""
    return [_info(game_id, language) for game_id in games()]


def _info(game_id: str, language: str) -> GameInfo:
    game = find(game_id)
    rules = clauses_of(game, language)
    is_manhattan = game_id == "manhattan"
    sets = [] if is_manhattan else [name for name in TILE_SETS if name != "custom"]
    return GameInfo(
        id=game.id,
        rules_version=game.rules_version,
        options_schema=game.record_schema()["options"],
        defaults=game.options_data(game.options({})),
        editions=_editions() if is_manhattan else [],
        bots=[
            BotInfo(code, level_of(code), *character(code, language)) for code in bot_codes(game)
        ],
        clauses=[ClauseInfo(*rules.get(each)) for each in rules.ids()],
        tiles={name: [tile.data() for tile in tile_set(name)] for name in sets},
        urban=[UrbanCard(*each) for each in URBAN_CLAUSES.items()] if is_manhattan else [],
        printed=[] if is_manhattan else _printed(),
    )


def _editions() -> list[EditionInfo]:
    return [
        EditionInfo(
            id=name,
            title=edition.title,
            districts=list(edition.districts),
            colours=list(edition.colours),
            plans={str(players): plan for players, plan in edition.plans.items()},
        )
        for name, edition in EDITIONS.items()
    ]


def _printed() -> list[PrintedField]:
    return [
        PrintedField(each.board, each.side, each.colour, list(each.halves))
        for each in printed_fields().values()
    ]


def resolved(game_id: str, options: dict[str, Any]) -> dict[str, Any]:
    """Every option in force, presets resolved; OptionsError names what is wrong."""
    game = find(game_id)
    return game.options_data(game.options(options))
