"""What people add to a record: comments, marks and variations. None of it changes the game."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from baumeister.records.errors import RecordError
from baumeister.records.positions import Path

MOST_NOTES: Final = 2000
LONGEST_TEXT: Final = 2000
MOST_MARKS: Final = 30
MARK: Final = r"[A-Za-z0-9:.-]{1,12}(?:>[A-Za-z0-9:.-]{1,12})?"
"""A place on the board in the game's own notation, or an arrow from one to another."""
MOST_VARIATIONS: Final = 500
MOST_VARIED_LINES: Final = 20_000


class Note(NamedTuple):
    """A comment on the position after `line` lines, and marks on its board."""

    line: int
    text: str = ""
    marks: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """The JSON object."""
        plain: dict[str, Any] = {"line": self.line}
        if self.text:
            plain["text"] = self.text
        if self.marks:
            plain["marks"] = list(self.marks)
        return plain


class Variation(NamedTuple):
    """Another way to continue: after `line` lines, which it shares with the log or with the earlier
    variation `of`, came `log` instead."""

    line: int
    log: tuple[str, ...]
    of: int | None = None
    notes: tuple[Note, ...] = ()

    def data(self) -> dict[str, Any]:
        """The JSON object."""
        plain: dict[str, Any] = {} if self.of is None else {"of": self.of}
        plain |= {"line": self.line, "log": list(self.log)}
        if self.notes:
            plain["notes"] = [note.data() for note in self.notes]
        return plain


def annotations_of(data: dict[str, Any]) -> tuple[tuple[Note, ...], tuple[Variation, ...]]:
    """The notes and variations in JSON data that was checked when it was stored."""

    def notes(given: list[dict[str, Any]]) -> tuple[Note, ...]:
        return tuple(
            Note(each["line"], each.get("text", ""), tuple(each.get("marks", ()))) for each in given
        )

    variations = (
        Variation(each["line"], tuple(each["log"]), each.get("of"), notes(each.get("notes", [])))
        for each in data.get("variations", ())
    )
    return notes(data.get("notes", [])), tuple(variations)


def read_notes(given: Any, first: int, last: int, path: Path) -> tuple[Note, ...]:
    """Notes on the positions from `first` to `last`, in order."""
    if not isinstance(given, list) or len(given) > MOST_NOTES:
        raise RecordError(f"must be a list of at most {MOST_NOTES}", path=path)
    found: list[Note] = []
    for index, each in enumerate(given):
        place = (*path, index)
        if not isinstance(each, dict) or not {"line"} < set(each) <= {"line", "text", "marks"}:
            raise RecordError("must be an object with line, and text or marks", path=place)
        line = each["line"]
        if type(line) is not int or not first <= line <= last:
            raise RecordError(f"line must be from {first} to {last}", path=place)
        if found and found[-1].line >= line:
            raise RecordError("notes must be in order, one for each position", path=place)
        found.append(Note(line, _text(each, place), _marks(each, place)))
    return tuple(found)


def _text(note: dict[str, Any], path: Path) -> str:
    text = note.get("text", "")
    if not isinstance(text, str) or not (text.strip() or "text" not in note):
        raise RecordError("text must not be empty", path=(*path, "text"))
    if len(text) > LONGEST_TEXT:
        raise RecordError(f"is longer than {LONGEST_TEXT} characters", path=(*path, "text"))
    for char in text:
        if char != "\n" and unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
            reason = f"cannot contain the character U+{ord(char):04X}"
            raise RecordError(reason, path=(*path, "text"))
    return text


def _marks(note: dict[str, Any], path: Path) -> tuple[str, ...]:
    marks = note.get("marks", [])
    if not isinstance(marks, list) or len(marks) > MOST_MARKS or (not marks and "marks" in note):
        raise RecordError(f"must be a list of 1 to {MOST_MARKS}", path=(*path, "marks"))
    for mark in marks:
        if not isinstance(mark, str) or not re.fullmatch(MARK, mark):
            reason = "must be places like 'C5' or arrows like 'A1>C5'"
            raise RecordError(reason, path=(*path, "marks"))
    return tuple(marks)


def read_variations(
    given: Any, logs: Sequence[tuple[str, ...]], log: tuple[str, ...], path: Path
) -> tuple[Variation, ...]:
    """The variations of a log; `logs` are their own lines, already read."""
    found: list[Variation] = []
    lengths: list[int] = []
    for index, each in enumerate(given):
        place = (*path, index)
        of, line = each.get("of"), each["line"]
        if "of" in each and (type(of) is not int or not 0 <= of < index):
            raise RecordError("of must be the number of an earlier variation", path=place)
        base = len(log) if of is None else lengths[of]
        if type(line) is not int or not 0 <= line <= base:
            raise RecordError(f"line must be from 0 to {base}", path=place)
        lengths.append(line + len(logs[index]))
        notes = read_notes(each.get("notes", []), line + 1, lengths[-1], (*place, "notes"))
        found.append(Variation(line, logs[index], of, notes))
    if sum(lengths) > MOST_VARIED_LINES:
        raise RecordError("has too many lines", path=path)
    return tuple(found)


def check_variations(given: Any, path: Path) -> list[Any]:
    """The list of variations, each an object with the right keys."""
    if not isinstance(given, list) or len(given) > MOST_VARIATIONS:
        raise RecordError(f"must be a list of at most {MOST_VARIATIONS}", path=path)
    for index, each in enumerate(given):
        keys = set(each) if isinstance(each, dict) else set()
        if not {"line", "log"} <= keys <= {"of", "line", "log", "notes"} or not each["log"]:
            reason = "must be an object with line and log, and maybe of and notes"
            raise RecordError(reason, path=(*path, index))
    return given


def notes_schema() -> dict[str, Any]:
    """The JSON Schema of notes."""
    return {
        "type": "array",
        "description": "comments and marks on positions; absent if there are none",
        "maxItems": MOST_NOTES,
        "items": {
            "type": "object",
            "required": ["line"],
            "minProperties": 2,
            "additionalProperties": False,
            "properties": {
                "line": {"type": "integer", "minimum": 0},
                "text": {"type": "string", "minLength": 1, "maxLength": LONGEST_TEXT},
                "marks": {
                    "type": "array",
                    "minItems": 1,
                    "maxItems": MOST_MARKS,
                    "items": {"type": "string", "pattern": f"^(?:{MARK})$"},
                },
            },
        },
    }


def variations_schema() -> dict[str, Any]:
    """The JSON Schema of variations."""
    return {
        "type": "array",
        "description": "other ways to continue; absent if there are none",
        "maxItems": MOST_VARIATIONS,
        "items": {
            "type": "object",
            "required": ["line", "log"],
            "additionalProperties": False,
            "properties": {
                "of": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "the earlier variation it branches off; absent: the log",
                },
                "line": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "how many lines it shares with that",
                },
                "log": {"type": "array", "minItems": 1, "items": {"type": "string"}},
                "notes": notes_schema(),
            },
        },
    }
