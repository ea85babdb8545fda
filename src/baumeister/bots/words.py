"""What is said about bots and by them, one data file per language (docs/translating.md)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from baumeister.core.game import AnyGame
from baumeister.core.messages import Value, format_message
from baumeister.games.clauses import clauses, clauses_of, closest
from baumeister.games.manhattan.urban import CLAUSES as URBAN


class Character(NamedTuple):
    """Who a bot is."""

    name: str
    about: str


def character(code: str, language: str = "en") -> Character:
    """The bot with this code in words; a code without words stands for itself."""
    found = words(closest(language))["bots"].get(code)
    return Character(**found) if found else Character(code, "")


def say(
    reasons: Sequence[Mapping[str, Any]],
    language: str = "en",
    names: Sequence[str] = (),
    you: int | None = None,
) -> list[str]:
    """Reasons in words, each its own. Seats have these names; one of them may be the reader, who is
    to do what they speak for: a hint."""
    return [_said(reason, closest(language), names, you) for reason in reasons]


def sentence(
    reasons: Sequence[Mapping[str, Any]],
    language: str = "en",
    names: Sequence[str] = (),
    you: int | None = None,
) -> str:
    """Reasons in one line: what is done, and what speaks for it.

    >>> takes = {"code": "takes", "site": "C5", "from": 1}
    >>> sentence([takes, {"code": "points", "seat": 0, "gain": 1}], names=["Ann", "Bob"], you=0)
    'take C5 from Bob: +1 for you'
    """
    first, *rest = say(reasons, language, names, you) or [""]
    colon = " : " if closest(language) == "fr" else ": "
    return colon.join([first, ", ".join(rest)]) if rest else first


def verdict_in(language: str, verdict: str) -> str:
    """A verdict in words."""
    said: str = words(closest(language))["said"][verdict]
    return said


def seat_names(game: AnyGame, options: Any, language: str = "en") -> list[str]:
    """What to call the seats where people have no names: by colour, where each has but one."""
    language = closest(language)
    players = range(game.players(options))
    colours: tuple[str, ...] = getattr(options, "colours", ())
    if len(colours) == len(players):
        book = clauses_of(game, language)
        return [book.word(colour) for colour in colours]
    pattern: str = words(language)["said"]["player"]
    return [pattern.format(number=player) for player in players]


@cache
def words(language: str) -> dict[str, Any]:
    """All of them in one of the languages that there are."""
    return tomllib.loads(files(__package__).joinpath(f"words.{language}.toml").read_text("utf-8"))


def _said(reason: Mapping[str, Any], language: str, names: Sequence[str], you: int | None) -> str:
    table = words(language)
    said: dict[str, str] = table["said"]

    def name(seat: int) -> str:
        if seat == you:
            return said["you"]
        return names[seat] if names else said["player"].format(number=seat)

    values: dict[str, Value] = {}
    for key, value in reason.items():
        match key:
            case "seat":
                values["who"] = name(value)
            case "from":
                values["from"] = name(value)
            case "by":
                values["by"] = _listed([name(seat) for seat in value], said["or"])
            case "gain":
                values["gain"] = f"{value:+}".replace("-", "−")
            case "blocks":
                told = [_block(colour, sizes, language) for colour, sizes in value]
                values["blocks"] = _listed(told, said["and"])
            case "named":
                values["district"] = value
            case "card":
                book = clauses("baumeister.games.manhattan", language)
                values["card"] = book.get(URBAN[value]).title
            case _:
                values.setdefault(key, value)
    pattern = pattern_of(reason)
    words_for: str = table["reasons"][pattern]
    if you is not None:
        words_for = table["hint"].get(pattern, words_for)
    return format_message(words_for, values, language)


def _block(colour: str | None, sizes: Sequence[int], language: str) -> str:
    """Blocks of one colour: “4 + 4 + 2”; the colour is said where a player has several."""
    told = " + ".join(map(str, sizes))
    if colour is None:
        return told
    return f"{clauses('baumeister.games.manhattan', language).word(colour)} {told}"


def pattern_of(reason: Mapping[str, Any]) -> str:
    """The key of the words for a reason: some are said in more than one way."""
    code: str = reason["code"]
    match code:
        case "majority" | "highest":
            return f"{code}-from" if "from" in reason else code
        case "safe":
            return f"safe-{reason['until']}"
        case "side":
            return f"side-{reason['colour']}"
        case "harmony":
            return "harmony-bonus" if reason["bonus"] else code
    return code


def _listed(names: Sequence[str], last: str) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"
