"""Values such as views as plain data and as text."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any


def data_of(value: Any) -> Any:
    """The value as JSON data: named tuples and data classes as objects, sets sorted."""
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
    """The value as readable lines: one field per line, nested fields indented."""
    return _lines(data_of(value))


def _lines(data: Any) -> list[str]:
    if not isinstance(data, dict):
        return [_inline(data)]
    lines = []
    for name, each in data.items():
        if isinstance(each, dict):
            lines += [f"{name}:", *(f"  {line}" for line in _lines(each))]
        else:
            lines.append(f"{name}: {_inline(each)}")
    return lines


def _inline(data: Any) -> str:
    if isinstance(data, dict):
        return "{" + ", ".join(f"{name}: {_inline(each)}" for name, each in data.items()) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(map(_inline, data)) + "]"
    return "-" if data is None else str(data)
