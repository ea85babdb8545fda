"""Canonical texts of actions: writing and parsing each kind of action."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, Generic, NamedTuple, TypeVar

from baumeister.core.errors import MalformedError

A = TypeVar("A")

LONGEST: Final = 80
"""Characters of the longest action text."""


class Form(NamedTuple, Generic[A]):
    """One kind of action."""

    written: str
    """The syntax for people: `build CARD SITE FLOORS [COLOUR]`."""
    pattern: str
    make: Callable[..., A]
    """Makes the action from the groups of the pattern."""
    by_chance: bool = False
    hidden: str | None = None
    """The pattern of the text with its hidden parts as `?`."""


class Forms(Generic[A]):
    """The kinds of actions of a game, by the first word of their text."""

    def __init__(self, forms: Mapping[str, Form[A]], players: int) -> None:
        self._forms = forms
        self._last = players - 1

    def parse(self, text: str) -> A:
        """The action with this canonical text, or MalformedError."""
        found: A = _parsed(self, text)
        return found

    def read(self, text: str) -> A:
        """`parse`, without its memory."""
        if len(text) > LONGEST:
            raise MalformedError(f"no action is longer than {LONGEST} characters")
        kind = text.split(" ", 1)[0]
        if kind not in self._forms:
            raise MalformedError(f"{kind!r} is not an action")
        form = self._forms[kind]
        found = re.fullmatch(form.pattern, text, re.ASCII)
        if not found:
            raise MalformedError(f"{text!r} is not of the form '{form.written}'")
        return form.make(*found.groups())

    def line_pattern(self) -> str:
        """A regular expression for log lines, including those of exports."""
        lines = []
        for form in self._forms.values():
            actor = r"\* " if form.by_chance else f"[0-{self._last}] "
            lines.append(actor + form.pattern)
            if form.hidden:
                lines.append(actor + form.hidden)
        return "|".join(lines)


@lru_cache(maxsize=4096)
def _parsed(forms: Forms[Any], text: str) -> Any:
    """A move is parsed several times: when it is checked, applied and shown."""
    return forms.read(text)


def nearest(texts: Iterable[str], wanted: str) -> list[str]:
    """The texts, those first that share most words with the wanted one, place by place."""
    words = wanted.split()

    def mismatch(candidate: str) -> int:
        return -sum(a == b for a, b in zip(candidate.split(), words, strict=False))

    return sorted(texts, key=mismatch)
