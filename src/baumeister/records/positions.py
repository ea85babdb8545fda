"""Where in a JSON text a value stands: error messages name the line."""

from __future__ import annotations

import json
import re
from typing import Final

Path = tuple[str | int, ...]
"""Keys and indices that lead to a value; () is the whole text."""

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


def line_of(text: str, path: Path) -> int:
    """The line, from 1, on which the value at `path` begins.

    A path that leads nowhere (a missing key, say) gives the line of what holds it.
    """
    best, best_depth = 0, -1
    stack: list[str | int] = []  # the key or index being read at each depth
    lists: list[bool] = []
    key_next = False
    for token in _TOKEN.finditer(text):
        word = token.group()
        if word in "}]":
            stack.pop()
            lists.pop()
            key_next = False
            continue
        if word == ",":
            last = stack[-1]
            if isinstance(last, int):
                stack[-1] = last + 1
            key_next = not lists[-1]
            continue
        if word == ":":
            continue
        if key_next and word[0] == '"':
            stack[-1] = json.loads(word)
            key_next = False
            continue
        depth = len(stack)
        if depth > best_depth and tuple(stack) == path[:depth]:
            best, best_depth = token.start(), depth
            if depth == len(path):
                break
        if word in "{[":
            lists.append(word == "[")
            stack.append(0 if word == "[" else "")
            key_next = word == "{"
    return text.count("\n", 0, best) + 1
