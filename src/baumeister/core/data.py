"""Values of a game as plain data and as readable text, whatever types the game uses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from textwrap import wrap
from typing import Any, Final

WIDTH: Final = 76
INDENT: Final = "  "


def data_of(value: Any) -> Any:
    """The value as JSON data: named tuples and data classes become objects, sets sorted lists.

    TypeError for a value that has no such form.
    """
    if isinstance(value, Enum):
        return value.name.lower()
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: data_of(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: data_of(each) for name, each in value._asdict().items()}
    if isinstance(value, Mapping):
        return {_key(key): data_of(each) for key, each in value.items()}
    if isinstance(value, Set):
        members = list(map(data_of, value))
        try:
            return sorted(members)
        except TypeError:  # of several types, or objects
            return sorted(members, key=repr)
    if isinstance(value, Iterable):
        return [data_of(each) for each in value]
    raise TypeError(f"{type(value).__name__} has no form as plain data")


def shown_data(view: Any) -> dict[str, Any]:
    """The fields of a view that are worth showing: without `seat` and `options`."""
    data = data_of(view)
    fields = data if isinstance(data, dict) else {"view": data}
    return {name: each for name, each in fields.items() if name not in ("seat", "options")}


def _key(key: Any) -> str:
    return str(data_of(key) if isinstance(key, Enum) else key)


def text_of(value: Any) -> list[str]:
    """The value as readable lines: `name: value`, nested values indented, short lists on one line.

    >>> text_of({"round": 2, "hand": [1, 5], "rows": [[0, 1], [2, 0]], "monster": None})
    ['round: 2', 'hand: 1, 5', 'rows:', '  0, 1', '  2, 0', 'monster: –']
    """
    return _lines(data_of(value))


def _lines(data: Any) -> list[str]:
    if isinstance(data, dict):
        return [line for name, each in data.items() for line in _entry(f"{name}:", each)]
    if isinstance(data, list) and not _is_flat(data):
        return [line for each in data for line in _item(each)]
    return wrap(_flat(data), WIDTH) or ["–"]


def _entry(name: str, data: Any) -> list[str]:
    if _is_flat(data) and len(name) + len(_flat(data)) < WIDTH:
        return [f"{name} {_flat(data)}"]
    return [name, *(INDENT + line for line in _lines(data))]


def _item(data: Any) -> list[str]:
    """One element of a list; the lines of an object are kept together by a dash."""
    if not isinstance(data, dict) or not data:
        return _lines(data)
    first, *rest = _lines(data)
    return [f"- {first}", *(INDENT + line for line in rest)]


def _is_flat(data: Any) -> bool:
    if isinstance(data, list):
        return not any(isinstance(each, (dict, list)) for each in data)
    return not isinstance(data, dict) or not data


def _flat(data: Any) -> str:
    if isinstance(data, list):
        return ", ".join(map(_flat, data)) or "–"
    if isinstance(data, bool):
        return "yes" if data else "no"
    return "–" if data is None or data in ({}, "") else str(data)
