"""The options of all installed games as command-line flags, derived from their declarations."""

from __future__ import annotations

import json
import re
from dataclasses import field, fields, make_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from cyclopts import Group, Parameter

from baumeister.cli.console import stop
from baumeister.core.errors import BaumeisterError
from baumeister.core.game import AnyGame
from baumeister.core.options import Option, options_of
from baumeister.core.registry import find, registry

Declared = list[tuple[str, Option]]
"""The same option of one or several games, each with the title of its game."""


LONGEST: Final = 1 << 20
"""Characters of a file of options, at most."""
_WORD: Final = re.compile(r'(?:"[^"]*"|[^,])+')
"""A word between commas; an unpaired quotation mark is an ordinary character."""


class _GameOptions:
    """Flags that were given; unset ones are preset by the edition or left to chance."""

    def given(self, game: AnyGame) -> dict[str, Any]:
        """The options that were given, as the game reads them."""
        found: dict[str, Any] = {}
        known = {_flag(each): each for each in options_of(game.options_type).values()}
        for each in fields(self):  # type: ignore[arg-type]
            value = getattr(self, each.name)
            if value is None:
                continue
            option = known.get(each.name)
            if option is None:
                found[each.name] = value  # the game says that it has no such option
            elif option.from_file:
                found |= option.from_file(read_json(Path(value)))
            else:
                found[option.name] = _value(option, value)
        return found

    def names(self) -> list[str]:
        """The flags that were given."""
        return [each.name for each in fields(self) if getattr(self, each.name) is not None]  # type: ignore[arg-type]


def _value(option: Option, value: Any) -> Any:
    if isinstance(value, list):
        return option.parse(",".join(value))
    return option.parse(value) if isinstance(value, str) else value


def _flag(option: Option) -> str:
    return option.flag or option.name


def _declared() -> dict[str, Declared]:
    """By flag, the options of all games that it stands for."""
    found: dict[str, Declared] = {}
    for plugin in registry().plugins.values():
        for option in options_of(plugin.game.options_type).values():
            found.setdefault(_flag(option), []).append((plugin.name, option))
    return found


def _type(options: Declared) -> Any:
    types = {_type_of(option) for _, option in options}
    return types.pop() if len(types) == 1 else str


def _type_of(option: Option) -> Any:
    if option.from_file:
        return Path
    if option.is_list:
        return list[str]
    if option.is_flag:
        return bool
    return int if option.is_number else str


def _help(options: Declared) -> str:
    helps = [(title, _help_of(option)) for title, option in options]
    if len(helps) == 1:
        return helps[0][1]
    return " ".join(f"{title}: {text}" for title, text in helps)


def _help_of(option: Option) -> str:
    text = f"{option.help.removesuffix('.')} ({option.clause})"
    values = option.values
    if values is None or option.is_flag or isinstance(values, range):
        return f"{text}."
    return f"{text}: {', '.join(map(str, values))}."


def _make() -> type[_GameOptions]:
    shared = Group("Options of several games", sort_key=1)
    groups: dict[str, Group] = {}
    made = []
    for flag, options in _declared().items():
        title = options[0][0]
        group = groups.setdefault(title, Group(f"Options of {title}", sort_key=2 + len(groups)))
        parameter = Parameter(
            help=_help(options),
            group=shared if len(options) > 1 else group,
            negative_iterable=(),
            show_default=False,
        )
        made.append((flag, Annotated[_type(options) | None, parameter], field(default=None)))
    own = {"__module__": __name__}  # cyclopts takes classes of the module `types` for built-in ones
    return make_dataclass("GameOptions", made, bases=(_GameOptions,), frozen=True, namespace=own)


if TYPE_CHECKING:
    GameOptions = _GameOptions
else:
    GameOptions = Parameter(name="*")(_make())


def read_json(path: Path) -> Any:
    """The data of a JSON file; after an error the program ends with one line."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(LONGEST + 1)
        if len(text) > LONGEST:
            raise ValueError("the file is longer than 1 MiB")
        return json.loads(text)
    except (OSError, ValueError, RecursionError) as error:
        stop(f"{path}: {error}")


def split(values: list[str]) -> list[str]:
    """Values given with commas, repeated, or both. Commas within double quotes do not separate.

    >>> split(['3, "external:my_bot --sizes 1,2",external:other "a,b"', "greedy"])
    ['3', 'external:my_bot --sizes 1,2', 'external:other "a,b"', 'greedy']
    """
    words = [_unquoted(word.strip()) for value in values for word in _WORD.findall(value)]
    return [word for word in words if word]


def _unquoted(word: str) -> str:
    is_quoted = len(word) > 1 and word[0] == word[-1] == '"' and '"' not in word[1:-1]
    return word[1:-1].strip() if is_quoted else word


def resolve(game_id: str, given: GameOptions | None) -> tuple[AnyGame, Any]:
    """The game and its options; after an error the program ends with one line."""
    try:
        game = find(game_id)
        return game, game.options(given.given(game) if given else {})
    except BaumeisterError as error:
        stop(str(error))
