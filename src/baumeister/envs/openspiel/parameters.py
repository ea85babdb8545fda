"""Options as OpenSpiel's game parameters, derived from their declarations.

A parameter always has a value: a number, a flag or a text. The values 0, -1 and "" leave an option
to the edition or to chance, as if it were not given. Lists are texts with slashes:
`variants=godzilla/anti-trust`, `sides=0/2`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from baumeister.core.game import AnyGame
from baumeister.core.options import Option, options_of
from baumeister.fast.errors import ArgumentError

SEPARATOR: Final = "/"


def parameters_of(game: AnyGame) -> dict[str, int | bool | str]:
    """The game's parameters with their defaults. Options read from files have none."""
    return {name: _default(option) for name, option in _options(game).items()}


def given_options(game: AnyGame, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The options that the parameters set; ValueError names a parameter of the wrong type."""
    found = {}
    for name, option in _options(game).items():
        value = parameters.get(name, _default(option))
        if _is_preset(option) and value == _default(option):
            continue
        found[name] = option.parse(value, SEPARATOR) if isinstance(value, str) else value
        if option.is_flag and isinstance(found[name], str):
            raise ArgumentError(
                f"parameter {name!r}: must be yes or no, or be left out; not {value!r}"
            )
    return found


def to_parameters(game: AnyGame, options: Mapping[str, Any]) -> dict[str, int | bool | str]:
    """Options given as plain data, as parameters: the inverse of `given_options`."""
    found = {}
    for name, option in _options(game).items():
        value = options.get(name)
        if isinstance(value, list):
            value = SEPARATOR.join(map(str, value))
        elif option.is_flag and _is_preset(option) and value is not None:
            value = "yes" if value else "no"
        if value is not None:
            found[name] = value
    return found


def _options(game: AnyGame) -> dict[str, Option]:
    declared = options_of(game.options_type)
    return {name: option for name, option in declared.items() if not option.from_file}


def _is_preset(option: Option) -> bool:
    """Whether the edition or chance decides an option that is not given."""
    return option.default is None or option.is_list


def _default(option: Option) -> int | bool | str:
    if not _is_preset(option):
        default: int | bool | str = option.default
        return default
    if option.is_list or option.is_flag or not option.is_number:
        return ""
    return 0 if option.values and 0 not in option.values else -1
