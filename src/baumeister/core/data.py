"""Views as plain data and as readable text, for games that bring no presentation of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any


def data_of(value: Any) -> Any:
    """The value as JSON types: named tuples and data classes become objects, sets sorted lists."""
    if isinstance(value, Enum):
        return value.name.lower()
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: data_of(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: data_of(each) for name, each in value._asdict().items()}
    if isinstance(value, Mapping):
        return {str(key): data_of(each) for key, each in value.items()}
    if isinstance(value, Set):
        return sorted(map(data_of, value))
    return [data_of(each) for each in value]


def text_of(value: Any) -> list[str]:
    """Readable lines `name: value`; nested values are indented, short lists stay on one line.

    The options of a view are left out: tables show them elsewhere.
    """
    data = data_of(value)
    if isinstance(data, dict):
        data.pop("options", None)
    return list(_lines(data, "")) if isinstance(data, dict | list) else [_short(data)]


def _lines(data: Any, indent: str) -> Iterator[str]:
    for name, value in data.items() if isinstance(data, dict) else enumerate(data):
        if not isinstance(value, dict | list) or not value:
            yield f"{indent}{name}: {_short(value)}"
        elif isinstance(value, list) and not any(isinstance(each, dict | list) for each in value):
            yield f"{indent}{name}: {', '.join(map(_short, value))}"
        else:
            yield f"{indent}{name}:"
            yield from _lines(value, f"{indent}  ")


def _short(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None or value in ([], {}) else str(value)
