"""The arena's questions to a program (docs/bots.md, protocol 1), and its answers."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from enum import Enum
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from baumeister.core.registry import find


def value_of(kind: Any, data: Any) -> Any:
    """Rebuild a value of this type from plain data: the inverse of `baumeister.core.data`."""
    if get_origin(kind) is tuple:
        parts = get_args(kind)
        kinds = [parts[0]] * len(data) if parts[-1] is Ellipsis else parts
        return tuple(map(value_of, kinds, data))
    if get_origin(kind) is UnionType:
        return None if data is None else value_of(get_args(kind)[0], data)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind[data.upper()]
    if isinstance(data, dict):
        hints = get_type_hints(kind)
        return kind(**{name: value_of(hints[name], each) for name, each in data.items()})
    return data


def view_of(question: dict[str, Any]) -> Any:
    """Rebuild the view of the seat to decide."""
    game = find(question["game"])
    kind = get_type_hints(type(game).view)["return"]
    hints = get_type_hints(kind)
    known = {name: value_of(hints[name], each) for name, each in question["view"].items()}
    return kind(options=game.options(question["options"]), **known)


def answer_all(answer: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Answer every line of standard input."""
    for line in sys.stdin:
        question = json.loads(line)
        print(json.dumps({"id": question["id"], **answer(question)}), flush=True)
