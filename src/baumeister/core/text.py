"""Canonical texts of actions: how each kind is written, and how it is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, Generic, NamedTuple, TypeVar

from baumeister.core.errors import MalformedError

A = TypeVar("A")

LONGEST: Final = 80  # no action's text is longer


class Form(NamedTuple, Generic[A]):
    """One kind of action."""

    written: str
    """For people: `build CARD SITE FLOORS [COLOUR]`."""
    pattern: str
    make: Callable[..., A]
    """The action from the groups of the pattern."""
    by_chance: bool = False
    hidden: str | None = None
    """The pattern of the text as somebody sees it who may not know all of it."""


class Forms(Generic[A]):
    """All kinds of actions of a game, by the first word of their text."""

    def __init__(self, forms: Mapping[str, Form[A]], players: int) -> None:
        self._forms = forms
        self._last = players - 1

    def parse(self, text: str) -> A:
        """The action with this canonical text, or MalformedError."""
        if len(text) > LONGEST:
            raise MalformedError(f"no action is longer than {LONGEST} characters")
        kind = text.split(" ", 1)[0]
        if kind not in self._forms:
            raise MalformedError(f"{kind!r} is no action")
        form = self._forms[kind]
        found = re.fullmatch(form.pattern, text, re.ASCII)
        if not found:
            raise MalformedError(f"{text!r} is not of the form '{form.written}'")
        return form.make(*found.groups())

    def line_pattern(self) -> str:
        """What a log line looks like, as a regular expression, exports included."""
        lines = []
        for form in self._forms.values():
            actor = r"\* " if form.by_chance else f"[0-{self._last}] "
            lines.append(actor + form.pattern)
            if form.hidden:
                lines.append(actor + form.hidden)
        return "|".join(lines)
