"""Options as OpenSpiel game parameters: numbers, flags and strings.

OpenSpiel parameters always have a value. A value such as 0, -1 or "" stands for an option that is
not given, which the edition or chance then decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

_WORDS: Final = {"yes": True, "no": False}


class Parameter(NamedTuple):
    """One parameter: its default, and how its value becomes an option."""

    default: int | bool | str
    read: Callable[[Any], Any] = lambda value: value
    default_is_unset: bool = False
    """Whether the default stands for an option that is not given."""


def unset(default: int | str, read: Callable[[Any], Any] = lambda value: value) -> Parameter:
    """A parameter whose default stands for an option that is not given."""
    return Parameter(default, read, default_is_unset=True)


def flag(text: str) -> bool:
    """A boolean option that may be unset: yes or no."""
    if text not in _WORDS:
        raise ValueError(f"must be yes or no, or left out; not {text!r}")
    return _WORDS[text]


def words(text: str) -> list[str]:
    """A list of words separated by slashes: red/black/green."""
    return text.split("/")


def numbers(text: str) -> list[int]:
    """A list of numbers separated by slashes: 0/1/3."""
    return [int(word) for word in text.split("/")]


def specification(parameters: Mapping[str, Parameter]) -> dict[str, int | bool | str]:
    """The defaults, as OpenSpiel's `parameter_specification`."""
    return {name: parameter.default for name, parameter in parameters.items()}


def options(parameters: Mapping[str, Parameter], given: Mapping[str, Any]) -> dict[str, Any]:
    """The options for these parameter values."""
    return {
        name: _read(name, parameter, given[name])
        for name, parameter in parameters.items()
        if name in given and not (parameter.default_is_unset and given[name] == parameter.default)
    }


def _read(name: str, parameter: Parameter, value: Any) -> Any:
    try:
        return parameter.read(value)
    except ValueError as error:
        raise ValueError(f"parameter {name!r}: {error}") from None
