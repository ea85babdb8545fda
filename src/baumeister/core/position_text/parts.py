"""The parts of a position text, which know their place for error messages."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from baumeister.core.errors import SHARED, BaumeisterError, Message, short
from baumeister.core.messages import Value


def said(key: str, **values: Value) -> Message:
    """A message about position texts that any game may need."""
    return Message(SHARED, f"text-{key}", values)


class PositionTextError(BaumeisterError):
    """A text that is damaged, or the text of a position that the rules do not allow."""

    code = "position-text"

    def __init__(
        self,
        reason: str,
        message: Message | None,
        *,
        column: int | None = None,
        field: str | None = None,
        clause: str | None = None,
    ) -> None:
        self.column = column
        """The character, from 1, where the error is."""
        self.field = field
        super().__init__(reason, clause=clause, message=message)

    def __str__(self) -> str:
        places = [f"column {self.column}"] if self.column is not None else []
        places += [self.field] if self.field else []
        return f"position text: {', '.join(places)}{': ' if places else ''}{super().__str__()}"


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the text."""

    name: str
    """The option or field it belongs to."""
    text: str
    column: int

    def split(self, separator: str) -> list[Part]:
        """The pieces between the separators."""
        found, column = [], self.column
        for piece in self.text.split(separator):
            found.append(Part(self.name, piece, column))
            column += len(piece) + len(separator)
        return found

    def pieces(self, separator: str, count: int) -> list[Part]:
        """The pieces between the separators, which must be this many."""
        found = self.split(separator)
        if len(found) != count:
            reason = f"must have {count} parts separated by {separator!r}"
            message = said("parts", name=self.name, count=count, separator=separator)
            raise self.error(reason, message)
        return found

    def at(self, start: int, end: int | None = None) -> Part:
        """A piece by its place in this part."""
        return Part(self.name, self.text[start:end], self.column + start)

    def number(self, least: int, most: int) -> int:
        """The whole number, written without leading zeros."""
        text = self.text
        is_plain = text.isascii() and text.isdecimal() and (text == "0" or text[0] != "0")
        if not (is_plain and len(text) <= 9 and least <= int(text) <= most):
            reason = f"must be a number from {least} to {most}, not {short(text)}"
            message = said("number", name=self.name, least=least, most=most, given=_shown(text))
            raise self.error(reason, message)
        return int(text)

    def one_of(self, allowed: Collection[str]) -> str:
        """The text, which must be one of these words."""
        if self.text not in allowed:
            names = ", ".join(allowed)
            reason = f"must be one of: {names}; not {short(self.text)}"
            values = {"allowed": names, "given": _shown(self.text)}
            raise self.error(reason, Message(SHARED, "one-of", values))
        return self.text

    def error(
        self, reason: str, message: Message | None, clause: str | None = None
    ) -> PositionTextError:
        """An error at this place: the reason in English, and the message for players."""
        return PositionTextError(
            reason, message, column=self.column, field=self.name, clause=clause
        )


class Fields:
    """The fields of a text, taken one after the other."""

    def __init__(self, parts: Sequence[Part], end: int) -> None:
        self._parts = parts
        self._end = end
        self._taken = 0

    def has(self, name: str) -> bool:
        """Whether the next field has this name."""
        return self._taken < len(self._parts) and self._parts[self._taken].name == name

    def take(self, name: str) -> Part:
        """The next field, which must have this name."""
        if self._taken == len(self._parts):
            reason = f"ends without the field {name}"
            raise PositionTextError(reason, said("ends", name=name), column=self._end)
        part = self._parts[self._taken]
        if part.name != name:
            column = part.column - len(part.name) - 1
            reason = f"the field {name} must stand here"
            raise PositionTextError(reason, said("here", name=name), column=column)
        self._taken += 1
        return part

    def error(
        self, name: str, reason: str, message: Message | None, clause: str | None = None
    ) -> PositionTextError:
        """The error of a field that was taken."""
        return self._named(name).error(reason, message, clause)

    def text(self, name: str) -> str:
        """The text of a field that was taken."""
        return self._named(name).text

    def _named(self, name: str) -> Part:
        return next(each for each in self._parts if each.name == name)

    def finish(self, written: Mapping[str, str]) -> None:
        """Check that nothing follows and that every field is written in its one form."""
        if self._taken < len(self._parts):
            part = self._parts[self._taken]
            column = part.column - len(part.name) - 1
            reason = f"nothing follows here: {short(part.name)}"
            raise PositionTextError(reason, said("follows", name=_shown(part.name)), column=column)
        for part in self._parts:
            wanted = str(written.get(part.name))
            if wanted != part.text:
                message = said("written", name=part.name, written=_shown(wanted))
                raise part.error(f"must be written {short(wanted)}", message)


def split_tokens(text: str) -> tuple[Part, list[Part], list[Part]]:
    """The head, the options and the fields of a text."""
    tokens = Part("", text, 1).split(" ")
    if not text.isascii() or not text.isprintable():
        at = next(i for i, char in enumerate(text) if not (char.isascii() and char.isprintable()))
        reason = "has a character that is not printable ASCII"
        raise PositionTextError(reason, said("ascii"), column=at + 1)
    marks = [index for index, token in enumerate(tokens) if token.text == ":"]
    if len(marks) != 1 or not marks[0]:
        reason = "must have one ' : ' between the options and the fields"
        raise PositionTextError(reason, said("colon"))
    named = [_named(token) for token in tokens[1:] if token.text != ":"]
    return tokens[0], named[: marks[0] - 1], named[marks[0] - 1 :]


def _named(token: Part) -> Part:
    name, equals, _ = token.text.partition("=")
    if not name or not equals:
        reason = f"must be NAME=VALUE, separated by single spaces, not {short(token.text)}"
        message = said("pair", given=_shown(token.text))
        raise PositionTextError(reason, message, column=token.column)
    return Part(name, token.text[len(name) + 1 :], token.column + len(name) + 1)


def _shown(text: str) -> str:
    """A piece of text as messages show it."""
    return short(text)[1:-1]
