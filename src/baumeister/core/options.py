"""Checking the value of an option."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from baumeister.core.errors import OptionsError, short


def one_of(field: str, value: object, allowed: Sequence[object], clause: str) -> None:
    """Exactly one of the allowed values; 1 and True are not the same here."""
    if any(value is each or (type(value) is type(each) and value == each) for each in allowed):
        return
    names = (
        f"{allowed[0]} to {allowed[-1]}"
        if isinstance(allowed, range)
        else ", ".join(
            str(each).lower() if isinstance(each, bool) else str(each) for each in allowed
        )
    )
    raise OptionsError(field, f"must be one of: {names}; not {short(value)}", clause=clause)


def known_fields(given: Sequence[object], fields: Sequence[str], clause: str) -> None:
    """Every field given is an option of the game."""
    for name in given:
        if name not in fields:
            raise OptionsError(str(name), f"unknown; there are: {', '.join(fields)}", clause=clause)


def with_clauses(properties: Mapping[str, Any], clauses: Mapping[str, str]) -> dict[str, Any]:
    """The schemas of options, each with the clause it is about: for set-up pages."""
    return {name: {**part, "x-clause": clauses[name]} for name, part in properties.items()}
