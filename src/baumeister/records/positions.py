"""Line numbers of values in a JSON text, for error messages.

The text must be valid JSON, at least up to the value in question.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

Path = tuple[str | int, ...]
"""The keys and indices that lead to a value; () is the whole text."""

_TOKEN: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


class _Token(NamedTuple):
    text: str
    start: int
    path: list[str | int]
    """The path of the token; the list is reused for the next token."""
    is_key: bool


def _tokens(text: str) -> Iterator[_Token]:
    """The keys and the beginnings of values, with their paths."""
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

    For a path that does not exist, such as a missing key, the line of the innermost container.
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
    """The line of the first value with this text."""
    return _line(text, next((t.start for t in _tokens(text) if t.text == word), 0))


def line_of_depth(text: str, depth: int) -> int:
    """The line of the first value nested at least this deep."""
    return _line(text, next((t.start for t in _tokens(text) if len(t.path) >= depth), 0))


def line_of_repeated_key(text: str) -> int:
    """The line of the first key that repeats another key of its object."""
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
