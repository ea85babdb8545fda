"""The texts of the rules: one data file per game and language.

`clauses.en.toml` beside each game's rules holds every clause: a title, the rule in plain
words, and the messages that name it; and the words that messages are filled with. A
translation is a file with the same keys (docs/translating.md).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from baumeister.core.errors import Message, Refusal
from baumeister.core.game import AnyGame
from baumeister.core.messages import Value, format_message

LANGUAGES: Final = ("en", "de", "nl", "fr")


class Clause(NamedTuple):
    id: str
    title: str
    text: str
    """Empty for a section heading (M2)."""

    @property
    def section(self) -> str:
        return self.id.split(".")[0]


class Clauses:
    """All clauses of one game in one language, in the order of the rules."""

    def __init__(self, package: str, language: str = "en") -> None:
        self.package = package
        self.language = language
        source = files(package).joinpath(f"clauses.{language}.toml").read_text("utf-8")
        self._data: dict[str, Any] = tomllib.loads(source)
        self._words: dict[str, str] = self._data.pop("words", {})

    def ids(self) -> list[str]:
        """Sections and clauses."""
        return list(self._data)

    def get(self, clause_id: str) -> Clause:
        """The clause with this id; KeyError if there is none."""
        data = self._data[clause_id]
        return Clause(clause_id, data["title"], data.get("text", ""))

    def messages(self, clause_id: str) -> dict[str, str]:
        """The message patterns that name the clause, by key."""
        return dict(self._data[clause_id].get("messages", {}))

    def words(self, clause_id: str, table: str) -> dict[str, str]:
        """Other words that belong to the clause, such as the ratings of a score, by key."""
        return dict(self._data[clause_id].get(table, {}))

    def word(self, key: str) -> str:
        """A word that messages are filled with, such as a colour."""
        return self._words[key]

    def say(self, clause_id: str, key: str, values: Mapping[str, Value]) -> str:
        """A message of this clause with its values, in this language."""
        pattern = self._data[clause_id]["messages"][key]
        return format_message(pattern, values, self.language, self._words)

    def refuse(self, clause_id: str, key: str, **values: Value) -> Refusal:
        """A refusal by this clause, in its words."""
        message = Message(self.package, key, values)
        return Refusal(clause_id, self.say(clause_id, key, values), message)


def closest(language: str) -> str:
    """The language of the texts for who asks for this one: "de" for "de-AT", English for what
    there is not."""
    found = language.replace("_", "-").partition("-")[0].lower()
    return found if found in LANGUAGES else "en"


def reason_in(language: str, refusal: Refusal) -> str:
    """Why something is not allowed, in this language; in English if it has no other words."""
    if refusal.message is None:
        return refusal.reason
    package, key, values = refusal.message
    return clauses(package, closest(language)).say(refusal.clause, key, values)


def clauses_of(game: AnyGame, language: str = "en") -> Clauses:
    """The clauses of a game: they lie beside its rules."""
    return clauses(type(game).__module__.rpartition(".")[0], closest(language))


@cache
def clauses(package: str, language: str = "en") -> Clauses:
    """The clauses of the game in this package, read when first asked for; in English if nobody
    has translated them."""
    is_there = files(package).joinpath(f"clauses.{language}.toml").is_file()
    return Clauses(package, language if is_there else "en")
