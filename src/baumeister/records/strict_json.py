"""Strict JSON: no repeated keys, no NaN, no huge numbers, no deep nesting."""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn

from baumeister.core.errors import short
from baumeister.records.errors import RecordError
from baumeister.records.positions import line_of_depth, line_of_repeated_key, line_of_token

LONGEST_NUMBER: Final = 18
DEEPEST: Final = 12


def parse(text: str) -> Any:
    """Parse the text; RecordError, with its line, for the first thing that is not strict."""
    try:
        data = json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_int=_integer
        )
    except json.JSONDecodeError as error:
        reason = "is empty" if not text.strip() else f"is not JSON: {error.msg}"
        raise RecordError(f"{reason} (column {error.colno})", line=error.lineno) from None
    except _NotStrictError as error:
        raise RecordError(str(error), line=error.line_in(text)) from None
    except RecursionError:
        raise RecordError("is nested too deeply", line=1) from None
    level, depth = [data], 0
    while level:
        depth += 1
        if depth > DEEPEST:
            line = line_of_depth(text, DEEPEST)
            raise RecordError(f"is nested more than {DEEPEST} deep", line=line)
        level = [
            item
            for value in level
            if isinstance(value, (dict, list))
            for item in (value.values() if isinstance(value, dict) else value)
        ]
    return data


class _NotStrictError(ValueError):
    """An error that Python's JSON parser would accept."""

    def __init__(self, reason: str, token: str | None = None) -> None:
        super().__init__(reason)
        self._token = token

    def line_in(self, text: str) -> int:
        return (
            line_of_repeated_key(text) if self._token is None else line_of_token(text, self._token)
        )


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _NotStrictError(f"has the key {short(key)} twice in one object")
        found[key] = value
    return found


def _constant(name: str) -> NoReturn:
    raise _NotStrictError(f"{name} is not JSON", name)


def _integer(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise _NotStrictError(f"has a number of {len(digits)} digits", digits)
    return int(digits)
