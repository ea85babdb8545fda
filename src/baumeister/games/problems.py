"""Errors other than refusals in the reader's language.

`problems.<language>.toml` in a package holds its texts by key: here those that any game may have,
in a game's package those of its options, in `records` those of records.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from baumeister.core.errors import Message
from baumeister.core.messages import format_message
from baumeister.games.clauses import clauses, closest


def problem_in(language: str, message: Message) -> str | None:
    """The message in this language; None if its package has no such text."""
    pattern = _patterns(message.package, closest(language)).get(message.key)
    if pattern is None:
        return None
    values = dict(message.values)
    if "{reason}" in pattern and message.because:
        values["reason"] = _reason(language, message.because)
    words = clauses(message.package, closest(language)).vocabulary()
    return format_message(pattern, values, closest(language), words)


def _reason(language: str, message: Message) -> str:
    """Another problem, or the message of a clause, whose id is among the values."""
    clause = message.values.get("clause")
    if isinstance(clause, str):
        return clauses(message.package, closest(language)).say(clause, message.key, message.values)
    return problem_in(language, message) or ""


@cache
def _patterns(package: str, language: str) -> dict[str, str]:
    for each in (language, "en"):
        file = files(package).joinpath(f"problems.{each}.toml")
        if file.is_file():
            return tomllib.loads(file.read_text("utf-8"))
    return {}
