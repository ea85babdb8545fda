"""Reading records. Invalid ones raise RecordError with one clear reason."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from baumeister.core.errors import BaumeisterError, OptionsError, short
from baumeister.core.registry import UnknownGameError, find
from baumeister.records.annotations import (
    Note,
    Variation,
    check_variations,
    read_notes,
    read_variations,
)
from baumeister.records.errors import RecordError, located
from baumeister.records.fair import Fairness, read_fairness
from baumeister.records.record import FORMAT, Player, Record, TakeBack
from baumeister.records.strict_json import parse

LARGEST: Final = 1 << 20
"""Bytes of the largest record; real records have a few thousand."""
LONGEST_NAME: Final = 60
MOST_TAKE_BACKS: Final = 500
MOST_LINES_TAKEN_BACK: Final = 1_000_000
"""Lines of all logs that were taken back, counted whole; real games have some thousands."""

_REQUIRED: Final = ("format", "game", "rules_version", "options", "players", "log")
_OPTIONAL: Final = ("started", "chance", "take_backs", "notes", "variations", "result")
_LINE: Final = re.compile(r"(?:\*|[0-9]) [!-~]+(?: [!-~]+)*")
STARTED: Final = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
KIND: Final = r"human|bot:[a-z0-9][a-z0-9:=,._-]{0,59}"


def read_text(path: Path) -> str:
    """The text of a record file; never reads more than the largest record."""
    try:
        if path.exists() and not path.is_file():
            raise RecordError("is not a regular file")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror}") from None
    return decode(data)


def decode(data: bytes) -> str:
    """Decode the bytes of a record file."""
    if len(data) > LARGEST:
        raise RecordError(f"is larger than {LARGEST} bytes, the maximum for records")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(f"is not UTF-8 (byte {error.start})", line=line) from None


def loads(text: str) -> Record:
    """Parse a record and validate its fields; `check` verifies its log and result."""
    if len(text) > LARGEST:
        raise RecordError(f"is larger than {LARGEST} characters, the maximum for records")
    data = parse(text)
    with located(text):
        return _record(data)


def _record(data: Any) -> Record:
    if not isinstance(data, dict):
        raise RecordError(f"must be one object, not {_kind(data)}")
    form = data.get("format")
    if form != FORMAT:
        found = f"is {short(form)}" if "format" in data else "is missing"
        raise RecordError(
            f"{found}; this program reads {FORMAT!r}", path=("format",), kind="format"
        )
    for key in _REQUIRED:
        if key not in data:
            raise RecordError("is missing", path=(key,))
    for key in data:
        if key not in _REQUIRED + _OPTIONAL:
            known = ", ".join(_REQUIRED + _OPTIONAL)
            raise RecordError(f"unknown field {short(key)}; the fields are: {known}", path=(key,))
    try:
        game = find(_text(data, "game"))
    except UnknownGameError as error:
        raise RecordError(error.reason, path=("game",), kind="game") from None
    version = _rules_version(game, data["rules_version"])
    options = _options(game, version, data["options"])
    count = game.players(options)
    return Record(
        game_id=game.id,
        options=options,
        players=_players(data["players"], count, game.sides(options)),
        log=_log(data["log"], ("log",)),
        started=_started(data),
        result=_result(data),
        chance=_chance(data, count),
        rules_version=None if version == game.rules_version else version,
        take_backs=_take_backs(data),
        notes=_notes(data),
        variations=_variations(data),
    )


def _rules_version(game: Any, given: Any) -> int:
    newest = game.rules_version
    if type(given) is int and 1 <= given <= newest:
        return given
    known = str(newest) if newest == 1 else f"1 to {newest}"
    raise RecordError(f"must be {known}, not {short(given)}", path=("rules_version",), kind="rules")


def _options(game: Any, version: int, given: Any) -> Any:
    if not isinstance(given, dict):
        raise RecordError(f"must be an object, not {_kind(given)}", path=("options",))
    try:
        return game.options(game.options_of_version(version, given))
    except OptionsError as error:
        path = ("options", error.field)
        raise RecordError(
            error.reason,
            path=path,
            clause=error.clause,
            kind="options" if error.message else None,
            because=error.message,
        ) from None


def _players(given: Any, count: int, sides: tuple[int, ...] | None) -> tuple[Player, ...]:
    if not isinstance(given, list):
        raise RecordError(f"must be a list, not {_kind(given)}", path=("players",))
    players = [_player(each, index, sides) for index, each in enumerate(given)]
    if [player.seat for player in players] != list(range(count)):
        reason = f"must list the seats 0 to {count - 1} in order, each once"
        raise RecordError(reason, path=("players",))
    return tuple(players)


def _player(given: Any, index: int, sides: tuple[int, ...] | None) -> Player:
    path: tuple[str | int, ...] = ("players", index)
    if not isinstance(given, dict) or not {"seat", "name", "kind"} <= set(given):
        raise RecordError("must be an object with seat, name and kind", path=path)
    for key in given:
        if key not in ("seat", "name", "kind", "side"):
            raise RecordError(f"unknown field {short(key)}", path=(*path, key))
    seat, side = given["seat"], given.get("side")
    if type(seat) is not int or ("side" in given and type(side) is not int):
        raise RecordError("seat and side must be integers", path=(*path, "seat"))
    try:
        name = check_name(given["name"])
    except BaumeisterError as error:
        raise RecordError(error.reason, path=(*path, "name")) from None
    kind = given["kind"]
    if not isinstance(kind, str) or not re.fullmatch(KIND, kind):
        reason = f"must be 'human' or 'bot:CODE', not {short(kind)}"
        raise RecordError(reason, path=(*path, "kind"))
    if side is not None and (sides is None or not 0 <= seat < len(sides) or sides[seat] != side):
        raise RecordError("is not the side the options give this seat", path=(*path, "side"))
    return Player(seat, name, kind, side)


def check_name(name: Any) -> str:
    """The name; BaumeisterError if it is empty, too long, or has control or bidirectional marks."""
    if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME:
        raise BaumeisterError(f"a name must have 1 to {LONGEST_NAME} characters")
    for char in name:
        if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
            raise BaumeisterError(f"a name cannot contain the character U+{ord(char):04X}")
    return name


def _log(given: Any, path: tuple[str | int, ...]) -> tuple[str, ...]:
    if not isinstance(given, list):
        raise RecordError(f"must be a list, not {_kind(given)}", path=path)
    for index, line in enumerate(given):
        if not isinstance(line, str) or not _LINE.fullmatch(line):
            reason = f"must be 'ACTOR ACTION ARGUMENTS' with single spaces, not {short(line)}"
            raise RecordError(reason, path=(*path, index))
    return tuple(given)


def _take_backs(data: dict[str, Any]) -> tuple[TakeBack, ...]:
    given = data.get("take_backs", [])
    if not isinstance(given, list) or len(given) > MOST_TAKE_BACKS:
        raise RecordError(f"must be a list of at most {MOST_TAKE_BACKS}", path=("take_backs",))
    found = []
    for index, each in enumerate(given):
        path = ("take_backs", index)
        if not isinstance(each, dict) or set(each) != {"line", "undone"}:
            raise RecordError("must be an object with line and undone", path=path)
        undone = _log(each["undone"], (*path, "undone"))
        if type(each["line"]) is not int or each["line"] < 0 or not undone:
            reason = "line must be the number of lines kept, and undone must not be empty"
            raise RecordError(reason, path=path)
        found.append(TakeBack(each["line"], undone))
    length, total = len(data["log"]), 0
    for index in reversed(range(len(found))):
        if found[index].line > length:
            reason = f"keeps {found[index].line} lines of a log of {length}"
            raise RecordError(reason, path=("take_backs", index))
        length = found[index].line + len(found[index].undone)
        total += length
    if total > MOST_LINES_TAKEN_BACK:
        raise RecordError("has too many lines", path=("take_backs",))
    return tuple(found)


def _notes(data: dict[str, Any]) -> tuple[Note, ...]:
    return read_notes(data.get("notes", []), 0, len(data["log"]), ("notes",))


def _variations(data: dict[str, Any]) -> tuple[Variation, ...]:
    path = ("variations",)
    given = check_variations(data.get("variations", []), path)
    logs = [_log(each["log"], (*path, index, "log")) for index, each in enumerate(given)]
    return read_variations(given, logs, tuple(data["log"]), path)


def _started(data: dict[str, Any]) -> str | None:
    if "started" not in data:
        return None
    started = _text(data, "started")
    try:
        if re.fullmatch(STARTED, started, re.ASCII):
            datetime.strptime(started, "%Y-%m-%dT%H:%M:%SZ")
            return started
    except ValueError:
        pass  # such as the 30th of February
    reason = f"must be a UTC time like 2026-11-15T10:00:00Z, not {short(started)}"
    raise RecordError(reason, path=("started",))


def _chance(data: dict[str, Any], players: int) -> Fairness | None:
    if "chance" not in data:
        return None
    try:
        return read_fairness(data["chance"], players)
    except BaumeisterError as error:
        raise RecordError(error.reason, path=("chance",)) from None


def _result(data: dict[str, Any]) -> dict[str, Any] | None:
    result = data.get("result")
    if "result" in data and not isinstance(result, dict):
        raise RecordError(f"must be an object, not {_kind(result)}", path=("result",))
    return result


def _text(data: dict[str, Any], key: str) -> str:
    value = data[key]
    if not isinstance(value, str):
        raise RecordError(f"must be a string, not {_kind(value)}", path=(key,))
    return value


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a string", bool: "true or false"}
    return "null" if value is None else names.get(type(value), "a number")
