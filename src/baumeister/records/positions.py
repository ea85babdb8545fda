"""Where in a JSON text a value stands: error messages name the line.

The text is known to be JSON, or to be so up to the place asked for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

Path = tuple[str | int, ...]
"""Keys and indices that lead to a value; () is the whole text."""

_TOKEN: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


class _Token(NamedTuple):
    text: str
    start: int
    path: list[str | int]
    """Where it stands; one list, changed as the reading goes on."""
    is_key: bool


def _tokens(text: str) -> Iterator[_Token]:
    """Keys and the beginnings of values, each with its path."""
    path: list[str | int] = []
    in_list: list[bool] = []
    key_next = False
    for found in _TOKEN.finditer(text):
        word = found.group()
        if word in "}]":
            if path:
                path.pop()
                in_list.pop()
            key_next = False
        elif word == ",":
            if path:
                last = path[-1]
                path[-1] = last + 1 if isinstance(last, int) else last
                key_next = not in_list[-1]
        elif word != ":":
            if key_next and word[0] == '"':
                path[-1] = json.loads(word)
                key_next = False
                yield _Token(word, found.start(), path, is_key=True)
                continue
            yield _Token(word, found.start(), path, is_key=False)
            if word in "{[":
                in_list.append(word == "[")
                path.append(0 if word == "[" else "")
                key_next = word == "{"


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def line_of(text: str, path: Path) -> int:
    """The line, from 1, on which the value at `path` begins.

    A path that leads nowhere (a missing key, say) gives the line of what holds it.
    """
    best, best_depth = 0, -1
    for token in _tokens(text):
        depth = len(token.path)
        if token.is_key or not best_depth < depth <= len(path):
            continue
        if tuple(token.path) == path[:depth]:
            best, best_depth = token.start, depth
            if depth == len(path):
                break
    return _line(text, best)


def line_of_token(text: str, word: str) -> int:
    """The line of the first value written exactly so."""
    return _line(text, next((t.start for t in _tokens(text) if t.text == word), 0))


def line_of_depth(text: str, depth: int) -> int:
    """The line of the first value that is nested so deeply."""
    return _line(text, next((t.start for t in _tokens(text) if len(t.path) >= depth), 0))


def line_of_repeated_key(text: str) -> int:
    """The line of the first key that its object has already."""
    seen: list[set[str | int]] = []
    for token in _tokens(text):
        depth = len(token.path)
        del seen[depth:]
        if token.is_key:
            if len(seen) < depth:
                seen.append(set())
            if token.path[-1] in seen[-1]:
                return _line(text, token.start)
            seen[-1].add(token.path[-1])
        elif token.text == "{":
            seen += [set() for _ in range(depth + 1 - len(seen))]
    return 1
