"""House bots: bots of its operator that a service offers beside the levels, by a name of theirs.

Players choose them by the code `house:NAME`; what stands behind it stays with the service.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from baumeister.bots.codes import make_bot
from baumeister.bots.specs import UnknownBotError
from baumeister.core.errors import short
from baumeister.core.game import AnyGame
from baumeister.core.registry import find, games

PREFIX: Final = "house:"
_NAME: Final = re.compile(r"[^\W_][\w .'-]{0,19}")

_offered: dict[str, HouseBot] = {}


class HouseBot(NamedTuple):
    """A bot that the service offers."""

    name: str
    spec: str
    games: frozenset[str]
    """The games that it plays."""

    @property
    def code(self) -> str:
        """How tables and records name it."""
        return PREFIX + re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")


def house_bot(given: str) -> HouseBot:
    """Read `NAME=CODE`, or `GAME/NAME=CODE` for one game; UnknownBotError if none can have it."""
    title, equals, spec = given.partition("=")
    game_id, slash, name = title.rpartition("/")
    if not equals or not _NAME.fullmatch(name) or not re.search("[a-z0-9]", name.lower()):
        raise UnknownBotError(
            f"{short(given)} is not NAME=CODE with a name of at most 20 letters and digits"
        )
    found, reason = set(), None
    for each in [game_id] if slash else games():
        try:
            make_bot(spec, find(each), programs=True)
            found.add(each)
        except UnknownBotError as error:
            reason = error
    if not found:
        raise reason or UnknownBotError(f"no game for the bot {name}")
    return HouseBot(name, spec, frozenset(found))


def offer(bots: Iterable[HouseBot]) -> None:
    """Offer these bots, and no others, in this process."""
    _offered.clear()
    _offered.update((bot.code, bot) for bot in bots)


def all_house_bots() -> list[HouseBot]:
    """The bots offered for any game."""
    return list(_offered.values())


def house_bots(game: AnyGame) -> list[HouseBot]:
    """The bots offered for a game."""
    return [bot for bot in _offered.values() if game.id in bot.games]


def offered(code: str) -> HouseBot | None:
    """The offered bot with this code."""
    return _offered.get(code)
