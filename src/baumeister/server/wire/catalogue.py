"""The games that can be played here, as `GET /api/games` lists them."""

from __future__ import annotations

import logging
from functools import cache
from typing import Any

from baumeister.bots import bot_codes, level_of
from baumeister.bots.house import HouseBot, all_house_bots, house_bots
from baumeister.bots.words import character
from baumeister.core.game import AnyGame
from baumeister.core.registry import UnknownGameError, find, games, plugin_of
from baumeister.games.clauses import clauses_of
from baumeister.games.guide import Chapter, guide_of, has_guide
from baumeister.server.wire.games import wire_of
from baumeister.server.wire.info import (
    BotInfo,
    ClauseInfo,
    EditionInfo,
    GameInfo,
    GuidePart,
    GuideSection,
)

log = logging.getLogger("baumeister.server")


def catalogue(language: str) -> list[GameInfo]:
    """Every game in one of the supported languages. A game whose entry fails is left out."""
    return _catalogue(language, tuple(all_house_bots()))


@cache
def _catalogue(language: str, _bots: tuple[HouseBot, ...]) -> list[GameInfo]:
    """The catalogue, kept by language and by the bots that the operator offers."""
    found = []
    for game_id in games():
        try:
            found.append(_info(find(game_id), language))
        except Exception as error:  # a plug-in may raise anything
            log.error("game left out", extra={"game": game_id}, exc_info=error)
    return found


def _info(game: AnyGame, language: str) -> GameInfo:
    plugin = plugin_of(game)
    return wire_of(game).info(
        GameInfo(
            id=game.id,
            title=plugin.name,
            ui=plugin.web,
            rules_version=game.rules_version,
            options_schema=game.record_schema().get("options", {"type": "object"}),
            defaults=game.options_data(game.options({})),
            editions=list[EditionInfo](),
            bots=[
                BotInfo(code, level_of(code), *character(code, language))
                for code in [*bot_codes(game), *(bot.code for bot in house_bots(game))]
            ],
            clauses=_clauses(game, language),
            guide=has_guide(game),
        )
    )


def _clauses(game: AnyGame, language: str) -> list[ClauseInfo]:
    """The clauses of the rules; none if the game has no texts."""
    try:
        rules = clauses_of(game, language)
    except (OSError, ImportError, ValueError):
        return []
    return [ClauseInfo(*rules.get(each)) for each in rules.ids()]


@cache
def guide(game_id: str, language: str) -> list[GuideSection]:
    """The illustrated rules of a game in one of the supported languages; empty if there are none,
    or if they fail."""
    try:
        return [_section(each) for each in guide_of(find(game_id), language)]
    except UnknownGameError:
        raise
    except Exception as error:  # a plug-in may raise anything
        log.error("guide left out", extra={"game": game_id}, exc_info=error)
        return []


def _section(chapter: Chapter) -> GuideSection:
    return GuideSection(
        chapter.id,
        chapter.title,
        [
            GuidePart(
                f"{chapter.id}-{page.id}",
                page.title,
                page.text,
                page.caption,
                page.figure,
                page.labels,
                list(page.clauses),
            )
            for page in chapter.pages
        ],
    )


def resolved(game_id: str, options: dict[str, Any]) -> dict[str, Any]:
    """Every option in force, presets resolved; OptionsError names what is wrong."""
    game = find(game_id)
    return game.options_data(game.options(options))
