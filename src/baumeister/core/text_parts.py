"""The parts of a position text, which know their place for error messages."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from baumeister.core.errors import BaumeisterError, short


class PositionTextError(BaumeisterError):
    """A text that is damaged, or the text of a position that the rules do not allow."""

    code = "position-text"

    def __init__(
        self,
        reason: str,
        *,
        column: int | None = None,
        field: str | None = None,
        clause: str | None = None,
    ) -> None:
        self.column = column
        """The character, from 1, where the error is."""
        self.field = field
        super().__init__(reason, clause=clause)

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
            raise self.error(f"must have {count} parts separated by {separator!r}")
        return found

    def at(self, start: int, end: int | None = None) -> Part:
        """A piece by its place in this part."""
        return Part(self.name, self.text[start:end], self.column + start)

    def number(self, least: int, most: int) -> int:
        """The whole number, written without leading zeros."""
        text = self.text
        is_plain = text.isascii() and text.isdecimal() and (text == "0" or text[0] != "0")
        if not (is_plain and len(text) <= 9 and least <= int(text) <= most):
            raise self.error(f"must be a number from {least} to {most}, not {short(text)}")
        return int(text)

    def one_of(self, allowed: Collection[str]) -> str:
        """The text, which must be one of these words."""
        if self.text not in allowed:
            raise self.error(f"must be one of: {', '.join(allowed)}; not {short(self.text)}")
        return self.text

    def error(self, reason: str, clause: str | None = None) -> PositionTextError:
        return PositionTextError(reason, column=self.column, field=self.name, clause=clause)


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
            raise PositionTextError(f"ends without the field {name}", column=self._end)
        part = self._parts[self._taken]
        if part.name != name:
            column = part.column - len(part.name) - 1
            raise PositionTextError(f"the field {name} must stand here", column=column)
        self._taken += 1
        return part

    def error(self, name: str, reason: str, clause: str | None = None) -> PositionTextError:
        """The error of a field that was taken."""
        return self._named(name).error(reason, clause)

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
            raise PositionTextError(f"nothing follows here: {short(part.name)}", column=column)
        for part in self._parts:
            if written.get(part.name) != part.text:
                raise part.error(f"must be written {short(written.get(part.name))}")


def split_tokens(text: str) -> tuple[Part, list[Part], list[Part]]:
    """The head, the options and the fields of a text."""
    tokens = Part("", text, 1).split(" ")
    if not text.isascii() or not text.isprintable():
        at = next(i for i, char in enumerate(text) if not (char.isascii() and char.isprintable()))
        raise PositionTextError("has a character that is not printable ASCII", column=at + 1)
    marks = [index for index, token in enumerate(tokens) if token.text == ":"]
    if len(marks) != 1 or not marks[0]:
        raise PositionTextError("must have one ' : ' between the options and the fields")
    named = [_named(token) for token in tokens[1:] if token.text != ":"]
    return tokens[0], named[: marks[0] - 1], named[marks[0] - 1 :]


def _named(token: Part) -> Part:
    name, equals, _ = token.text.partition("=")
    if not name or not equals:
        reason = f"must be NAME=VALUE, separated by single spaces, not {short(token.text)}"
        raise PositionTextError(reason, column=token.column)
    return Part(name, token.text[len(name) + 1 :], token.column + len(name) + 1)
