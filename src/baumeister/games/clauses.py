"""The texts of the rules: one data file per game and language.

`clauses.en.toml` beside each game's rules holds every clause: a title, the rule in plain
words, and the messages that name it. A translation is a file with the same keys.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from baumeister.core.errors import Refusal
from baumeister.core.game import AnyGame
from baumeister.core.messages import format_message


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
        self.language = language
        source = files(package).joinpath(f"clauses.{language}.toml").read_text("utf-8")
        self._data: dict[str, Any] = tomllib.loads(source)

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

    def refuse(self, clause_id: str, key: str, **values: object) -> Refusal:
        """A refusal by this clause, in its words."""
        pattern = self._data[clause_id]["messages"][key]
        return Refusal(clause_id, format_message(pattern, values, self.language))


def clauses_of(game: AnyGame) -> Clauses:
    """The clauses of a game: they lie beside its rules."""
    return clauses(type(game).__module__.rpartition(".")[0])


@cache
def clauses(package: str, language: str = "en") -> Clauses:
    """The clauses of the game in this package, read when first asked for."""
    return Clauses(package, language)
