"""Options as OpenSpiel's game parameters: numbers, flags and words.

A parameter always has a value. One that says nothing (0, -1 or no text) leaves the option to the
edition or to chance, as an option that is not given does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

_WORDS: Final = {"yes": True, "no": False}


class Parameter(NamedTuple):
    """The value that says nothing, or the usual one; how another one is read."""

    default: int | bool | str
    read: Callable[[Any], Any] = lambda value: value
    says_nothing: bool = False
    """Whether the default leaves the option to others."""


def left(default: int | str, read: Callable[[Any], Any] = lambda value: value) -> Parameter:
    """A parameter whose default leaves it to the edition or to chance."""
    return Parameter(default, read, says_nothing=True)


def flag(text: str) -> bool:
    """A flag that may be left to the edition: yes or no."""
    if text not in _WORDS:
        raise ValueError(f"must be yes or no, or be left out; not {text!r}")
    return _WORDS[text]


def words(text: str) -> list[str]:
    """Several words, with slashes between them: godzilla/anti-trust."""
    return text.split("/")


def numbers(text: str) -> list[int]:
    """Several numbers, with slashes between them: 0/1/3."""
    return [int(word) for word in text.split("/")]


def specification(parameters: Mapping[str, Parameter]) -> dict[str, int | bool | str]:
    """As OpenSpiel asks for it."""
    return {name: parameter.default for name, parameter in parameters.items()}


def options(parameters: Mapping[str, Parameter], given: Mapping[str, Any]) -> dict[str, Any]:
    """The options that the given values mean."""
    return {
        name: _read(name, parameter, given[name])
        for name, parameter in parameters.items()
        if name in given and not (parameter.says_nothing and given[name] == parameter.default)
    }


def _read(name: str, parameter: Parameter, value: Any) -> Any:
    try:
        return parameter.read(value)
    except ValueError as error:
        raise ValueError(f"parameter {name!r}: {error}") from None
