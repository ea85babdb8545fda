"""What can be played here: games, options, bots, rules, tiles; what a set-up page needs."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Struct

from baumeister.bots import bot_codes
from baumeister.core.registry import find, games
from baumeister.games.clauses import clauses_of
from baumeister.games.manhattan.editions import EDITIONS
from baumeister.games.tangram_city.tiles import TILE_SETS, tile_set


class ClauseInfo(Struct, frozen=True):
    id: str
    title: str
    text: str


class GameInfo(Struct, frozen=True):
    id: str
    rules_version: int
    options_schema: dict[str, Any]
    defaults: dict[str, Any]
    """Every option as it is if nothing is said."""
    editions: list[str]
    bots: list[str]
    clauses: list[ClauseInfo]
    tiles: dict[str, list[dict[str, Any]]]
    """The tile sets of Tangram City."""


@cache
def catalogue(language: str) -> list[GameInfo]:
    """In one of the languages that there are."""
    return [_info(game_id, language) for game_id in games()]


def _info(game_id: str, language: str) -> GameInfo:
    game = find(game_id)
    rules = clauses_of(game, language)
    is_tangram = game_id == "tangram-city"
    sets = [name for name in TILE_SETS if name != "custom"] if is_tangram else []
    return GameInfo(
        id=game.id,
        rules_version=game.rules_version,
        options_schema=game.record_schema()["options"],
        defaults=game.options_data(game.options({})),
        editions=list(EDITIONS) if game_id == "manhattan" else [],
        bots=bot_codes(),
        clauses=[ClauseInfo(*rules.get(each)) for each in rules.ids()],
        tiles={name: [tile.data() for tile in tile_set(name)] for name in sets},
    )


def resolved(game_id: str, options: dict[str, Any]) -> dict[str, Any]:
    """Every option in force, presets resolved; OptionsError names what is wrong."""
    game = find(game_id)
    return game.options_data(game.options(options))
