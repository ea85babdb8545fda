"""C++ headers generated from Python tables, so that no constant is written twice.

`fast/<game>/constants.py` makes `fast/cpp/<game>/constants.hpp` with these functions;
`tools/docs.py` writes the files and a test keeps them current.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from textwrap import fill
from typing import Any, Final

from baumeister.core.options import Option, OptionSet, options_of
from baumeister.fast.layout import Field

WIDTH: Final = 100


def header(game: str, parts: Sequence[str]) -> str:
    """A header with these parts in the namespace of the game."""
    lines = [
        f"// Constants of {game}, generated from the Python tables by tools/docs.py; do not edit.",
        "#pragma once",
        "",
        "#include <cstddef>",
        "#include <cstdint>",
        "",
        '#include "../fields.hpp"',
        "",
        f"namespace baumeister::{game} {{",
        "",
        "\n\n".join(parts),
        "",
        f"}}  // namespace baumeister::{game}",
    ]
    return "\n".join(lines) + "\n"


def constants(comment: str, values: Mapping[str, int], kind: str = "int") -> str:
    lines = [f"inline constexpr {kind} {name} = {value};" for name, value in values.items()]
    return "\n".join([f"// {comment}", *lines])


def enum(name: str, comment: str, members: Iterable[str], kind: str = "uint8_t") -> str:
    """An enum whose members count from 0; anonymous without a name."""
    listed = fill(", ".join(members), WIDTH, initial_indent="    ", subsequent_indent="    ")
    return f"// {comment}\nenum {name}{' ' * bool(name)}: {kind} {{\n{listed},\n}};"


def indexes(name: str, comment: str, members: Iterable[str]) -> str:
    """The indexes of features, in a namespace of their own: other features share names."""
    return namespace(name, enum("", comment, map(constant, members), "int"))


def shapes(name: str, comment: str, fields: Iterable[Field]) -> str:
    """Fields as `Field<shape>` of fields.hpp, in a namespace of their own."""
    lines, at = [f"// {comment}"], 0
    for each in fields:
        shape = ", ".join(map(str, each.shape))
        lines.append(f"inline constexpr Field<{shape}> {constant(each.name)}{{{at}}};")
        at += each.length
    return namespace(name, "\n".join(lines))


def namespace(name: str, text: str) -> str:
    return f"namespace {name} {{\n{text}\n}}  // namespace {name}"


def constant(name: str) -> str:
    """A name as C++ constants are written.

    >>> constant("highest nobody's")
    'HIGHEST_NOBODYS'
    """
    return re.sub(r"\W+", "_", name.replace("'", "")).upper()


def flags(options: type[OptionSet], lists: Sequence[str] = ()) -> tuple[str, ...]:
    """The names of the bits of `flag_bits`: one for each boolean option, and one for each value of
    the options in `lists`."""
    return tuple(
        name for option in options_of(options).values() for name, _ in _values(option, lists)
    )


def flag_bits(options: OptionSet, lists: Sequence[str] = ()) -> int:
    """The options in force as bits, in the order of `flags`."""
    bits = [
        value in held if isinstance(held := getattr(options, option.name), tuple) else held == value
        for option in options_of(type(options)).values()
        for _, value in _values(option, lists)
    ]
    return sum(1 << index for index, bit in enumerate(bits) if bit)


def flag_group(options: type[OptionSet], lists: Sequence[str] = ()) -> str:
    """The namespace `option` with a bit for each of `flags`."""
    lines = ["// Options that are on or off, for `Rules::has`"]
    for bit, name in enumerate(flags(options, lists)):
        lines.append(f"inline constexpr uint32_t {name} = 1u << {bit};")
    return namespace("option", "\n".join(lines))


def _values(option: Option, lists: Sequence[str]) -> list[tuple[str, Any]]:
    if option.is_flag:
        return [(constant(option.name), True)]
    if option.name in lists and option.values is not None:
        return [(constant(f"{option.name} {value}"), value) for value in option.values]
    return []
