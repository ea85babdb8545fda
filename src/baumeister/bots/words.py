"""What is said about bots and by them, one data file per language (docs/translating.md)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from baumeister.games.clauses import closest


class Character(NamedTuple):
    """Who a bot is."""

    name: str
    about: str


def character(code: str, language: str = "en") -> Character:
    """The bot with this code in words; a code without words stands for itself."""
    found = words(closest(language))["bots"].get(code)
    return Character(**found) if found else Character(code, "")


@cache
def words(language: str) -> dict[str, Any]:
    """All of them in one of the languages that there are."""
    return tomllib.loads(files(__package__).joinpath(f"words.{language}.toml").read_text("utf-8"))
