"""The texts of the rules: one data file per game and language.

`clauses.en.toml` beside a game's rules holds every clause: its title, its text and the messages
that refer to it. `[words]` holds the words that fill the messages. A translation is a file with the
same keys (docs/translating.md).
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
    """One clause of the rules in one language."""

    id: str
    title: str
    text: str
    """Empty for a section heading (M2)."""

    @property
    def section(self) -> str:
        """The id of the clause's section: M2 for M2.5."""
        return self.id.split(".")[0]


class Clauses:
    """The clauses of one game in one language, in the order of the rules.

    A game without a file of clauses has none.
    """

    def __init__(self, package: str, language: str = "en") -> None:
        self.package = package
        self.language = language
        self._data: dict[str, Any] = tomllib.loads(_source(package, language) or "")
        self._words: dict[str, str] = self._data.pop("words", {})

    def ids(self) -> list[str]:
        """The ids of all sections and clauses."""
        return list(self._data)

    def sections(self) -> list[str]:
        """The ids of the sections."""
        return [each for each in self._data if "." not in each]

    def get(self, clause_id: str) -> Clause:
        """The clause with this id; KeyError if there is none."""
        data = self._data[clause_id]
        return Clause(clause_id, data["title"], data.get("text", ""))

    def matching(self, wanted: str) -> list[Clause]:
        """The clause with this id, or all clauses of a section; without an id, all clauses."""
        wanted = wanted.upper()
        found = map(self.get, self._data)
        return [each for each in found if not wanted or wanted in (each.id, each.section)]

    def messages(self, clause_id: str) -> dict[str, str]:
        """The message patterns of the clause, by key."""
        return dict(self._data[clause_id].get("messages", {}))

    def words(self, clause_id: str, table: str) -> dict[str, str]:
        """Another table of words of the clause, such as the ratings of a score, by key."""
        return dict(self._data[clause_id].get(table, {}))

    def word(self, key: str) -> str:
        """A word that fills messages, such as a colour."""
        return self._words[key]

    def vocabulary(self) -> dict[str, str]:
        """All words that fill messages, by key."""
        return self._words

    def say(self, clause_id: str, key: str, values: Mapping[str, Value]) -> str:
        """A message of this clause with its values filled in."""
        pattern = self._data[clause_id]["messages"][key]
        return format_message(pattern, values, self.language, self._words)

    def refuse(self, clause_id: str, key: str, **values: Value) -> Refusal:
        """A refusal that cites this clause, with one of its messages."""
        message = Message(self.package, key, values)
        return Refusal(clause_id, self.say(clause_id, key, values), message)


def closest(language: str) -> str:
    """The available language closest to this language tag: "de" for "de-AT".

    Falls back to English.
    """
    found = language.replace("_", "-").partition("-")[0].lower()
    return found if found in LANGUAGES else "en"


def reason_in(language: str, refusal: Refusal) -> str:
    """The reason of a refusal in this language, or in English if there is no translation."""
    if refusal.message is None:
        return refusal.reason
    found = refusal.message
    return clauses(found.package, closest(language)).say(refusal.clause, found.key, found.values)


def clauses_of(game: AnyGame, language: str = "en") -> Clauses:
    """The clauses of a game, read from the package of its class."""
    return clauses(type(game).__module__.rpartition(".")[0], closest(language))


@cache
def clauses(package: str, language: str = "en") -> Clauses:
    """The clauses of the game in this package; in English if they are not translated."""
    return Clauses(package, language if _source(package, language) is not None else "en")


def _source(package: str, language: str) -> str | None:
    """The text of a file of clauses; None if the package has none."""
    try:
        return files(package).joinpath(f"clauses.{language}.toml").read_text("utf-8")
    except (FileNotFoundError, ModuleNotFoundError, TypeError, ValueError):
        return None
