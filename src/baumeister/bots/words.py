"""The words of bots, one data file per language (docs/translating.md).

`words.<language>.toml` here has the generic bots and words. A game's own file lies beside its
levels and analysis: `[levels.N]` names its levels, `[reasons]` has the words of its reasons, and
`[hint]` the same in the imperative.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from baumeister.bots.analysis.parts import analysis_of
from baumeister.bots.analysis.result import consequences
from baumeister.bots.house import offered
from baumeister.bots.levels import full_code, levels_of
from baumeister.bots.specs import BotSpec, record_kind, spec_name
from baumeister.core.game import AnyGame
from baumeister.core.messages import Value, format_message
from baumeister.core.registry import registry
from baumeister.games.clauses import closest
from baumeister.records import Player
from baumeister.records.reading import LONGEST_NAME

_HERE: Final = "baumeister.bots"


class Character(NamedTuple):
    """A bot as players know it."""

    name: str
    about: str
    short: str
    """The name alone, for narrow places: "Frieda" of "Forewoman Frieda"."""


def character(code: str, language: str = "en") -> Character:
    """The name and description of a bot; a code without words stands for itself."""
    language = closest(language)
    house = offered(code)
    if house is not None:
        return Character(house.name, "", house.name)
    name, _, level = code.partition(":")
    plugin = registry().plugins.get(name)
    if plugin is None:
        found = words(_HERE, language)["bots"].get(code)
    else:
        found = _own_words(levels_of(plugin.game), language).get("levels", {}).get(level)
    return Character(**found) if found else Character(code, "", code)


def player_of(seat: int, spec: BotSpec, game: AnyGame) -> Player:
    """A bot as the player in a record: its character, or a bot of one's own by its name."""
    code = full_code(spec, game)
    name = character(code).name if isinstance(code, str) else spec_name(code)
    kind = record_kind(code)
    if isinstance(code, str) and name == code and kind != f"bot:{code}":
        name = kind.removeprefix("bot:")  # without commands and folders
    name = "".join(char for char in name if char.isprintable())
    end = f" {seat}"
    return Player(seat, name[: LONGEST_NAME - len(end)] + end, kind)


def say(
    game: AnyGame,
    reasons: Sequence[Mapping[str, Any]],
    language: str = "en",
    names: Sequence[str] = (),
    you: int | None = None,
) -> list[str]:
    """Put each reason into words.

    `names` are the seats' names; without them players are numbered from 1. `you` is the reader's
    seat, for a hint: what to do is then said in the imperative.
    """
    return [_said(game, reason, closest(language), names, you) for reason in reasons]


def sentence(
    game: AnyGame,
    reasons: Sequence[Mapping[str, Any]],
    language: str = "en",
    names: Sequence[str] = (),
    you: int | None = None,
) -> str:
    """Put all reasons into one line: what is done, and what speaks for it.

    >>> from baumeister.core.registry import find
    >>> reasons = [{"code": "takes", "site": "C5", "from": 1},
    ...            {"code": "points", "seat": 0, "gain": 1}]
    >>> sentence(find("manhattan"), reasons, names=["Ann", "Bob"], you=0)
    'take C5 from Bob: +1 point for you'
    """
    first, *rest = say(game, reasons, language, names, you) or [""]
    return _mark(":", closest(language)).join([first, ", ".join(rest)]) if rest else first


def _mark(mark: str, language: str) -> str:
    return f"\N{NO-BREAK SPACE}{mark} " if language == "fr" else f"{mark} "


def seat_names(game: AnyGame, options: Any, language: str) -> list[str]:
    """Names for the seats of a position without players: the game's own, or numbers from 1.

    >>> from baumeister.core.registry import find
    >>> game = find("manhattan")
    >>> seat_names(game, game.options({"players": 3}), "en")
    ['Orange', 'Blue', 'Yellow']
    """
    language = closest(language)
    own = getattr(analysis_of(game), "seat_names", None)  # a game may leave it out
    if own:
        found: list[str] = own(options, language)
        return found
    word = common_word("player", language)
    return [word.format(number=seat + 1) for seat in range(game.players(options))]


def verdict_in(language: str, verdict: str) -> str:
    """A verdict in words."""
    return common_word(verdict, closest(language))


def common_word(key: str, language: str) -> str:
    """A word of the generic table, such as `and`."""
    found: str = words(_HERE, language)["said"][key]
    return found


def signed(value: float, language: str) -> str:
    """A number with its sign.

    >>> signed(1.5, "de"), signed(-2, "en")
    ('+1,5', '−2')
    """
    text = f"{value:+}".replace("-", "−")
    return text if language == "en" else text.replace(".", ",")


def percent(share: float, language: str) -> str:
    """A share in per cent, written as in the language.

    >>> percent(0.5, "en"), percent(0.5, "de")
    ('50%', '50\\xa0%')
    """
    space = "" if language in ("en", "nl") else "\N{NO-BREAK SPACE}"
    return f"{round(100 * share)}{space}%"


def listed(names: Sequence[str], last: str) -> str:
    """Join names by commas, the last one by a word.

    >>> listed(["A", "B", "C"], "or")
    'A, B or C'
    """
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


@cache
def words(package: str, language: str) -> dict[str, Any]:
    """The words beside a package's bots; in English if they are not translated."""
    for each in (language, "en"):
        file = files(package).joinpath(f"words.{each}.toml")
        if file.is_file():
            return tomllib.loads(file.read_text("utf-8"))
    return {}


def _own_words(module: Any, language: str) -> dict[str, Any]:
    """The words beside a game's module."""
    package = getattr(module, "__package__", "")
    return words(package, language) if package else {}


def _said(
    game: AnyGame,
    reason: Mapping[str, Any],
    language: str,
    names: Sequence[str],
    you: int | None,
    *,
    part: str | None = None,
) -> str:
    """A reason in words; those of `part` come before the ordinary ones."""

    def name(seat: int) -> str:
        if seat == you:
            return common_word("you", language)
        return names[seat] if names else common_word("player", language).format(number=seat + 1)

    values: dict[str, Value] = {}
    for field, value in reason.items():
        match field:
            case "seat":
                values["who"] = name(value)
            case "from" | "to":
                values[field] = name(value)
            case "by":
                seats = [name(seat) for seat in value]
                values["by"] = listed(seats, common_word("or", language))
            case "gain":
                values["gain"], values["count"] = signed(value, language), abs(value)
            case "now" | "was":
                values[field] = percent(value, language)
            case "gains" | "better" | "chances":
                each, parts = common_word("gain", language), value
                if field == "chances":  # in percentage points
                    parts = [(seat, round(100 * gain)) for seat, gain in value]
                values["better" if field == "better" else "gains"] = ", ".join(
                    each.format(gain=signed(gain, language), who=name(seat)) for seat, gain in parts
                ) or common_word("nothing", language)
            case "standing":
                each = common_word("gain", language)
                values["standing"] = ", ".join(
                    each.format(gain=points, who=name(seat)) for seat, points in value
                )
            case "than":
                values["than"] = _said(game, value, language, names, None, part="other")
            case "so":
                pass  # a sentence of its own
            case _:
                values.setdefault(field, value)
    module = analysis_of(game)
    key, own = module.wording(reason, language) if module else (reason["code"], {})
    part = part or ("hint" if you is not None else None)
    pattern = _pattern(key, part, _own_words(module, language), words(_HERE, language))
    text = format_message(pattern, values | own, language)
    if rest := [_said(game, each, language, names, you) for each in consequences(reason)]:
        text += _mark(":", language) + _mark(";", language).join(rest)
    for mark in ("against", "despite"):
        if reason.get(mark):
            return common_word(mark, language).format(what=text)
    return text


def _pattern(key: str, part: str | None, *tables: Mapping[str, Any]) -> str:
    for table in tables:
        for each in (part, "reasons") if part else ("reasons",):
            if key in table.get(each, {}):
                found: str = table[each][key]
                return found
    raise KeyError(f"no words for the reason {key}")
