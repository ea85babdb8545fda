"""The error of invalid records."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from baumeister.core.errors import BaumeisterError, Message, short
from baumeister.core.messages import Value
from baumeister.records.positions import Path, line_of


class RecordError(BaumeisterError):
    """What is wrong, where in the record, and which clause forbids it."""

    code: ClassVar[str] = "record"

    def __init__(
        self,
        reason: str,
        *,
        path: Path = (),
        clause: str | None = None,
        line: int | None = None,
        kind: str | None = None,
        because: Message | None = None,
    ) -> None:
        """`kind` is the key of the text for people, by default that of the part of the record."""
        self.path = path
        self.line = line
        """The line of the file, from 1, if known."""
        part = path[0] if path and path[0] in ("log", "result", "chance") else "field"
        values: dict[str, Value] = {"line": self.log_line or 0, "where": _joined(path)}
        key = kind or (str(part) if path else "file")
        message = Message("baumeister.records", key, values, because)
        super().__init__(reason, clause=clause, message=message)

    @property
    def log_line(self) -> int | None:
        """The line of the log, from 1, if the error is about one."""
        match self.path:
            case ("log", int(index)):
                return index + 1
        return None

    def where(self) -> str:
        """The position of the error in the record."""
        parts = [f"line {self.line}"] if self.line else []
        if self.log_line:
            parts.append(f"log line {self.log_line}")
        elif self.path:
            parts.append(_joined(self.path))
        return ", ".join(parts)

    def __str__(self) -> str:
        where = self.where()
        return f"{where}: {super().__str__()}" if where else super().__str__()


def _joined(path: Path) -> str:
    return ".".join(_word(each) for each in path)


def _word(part: str | int) -> str:
    """A key or an index; keys that are not identifiers are escaped."""
    plain = isinstance(part, int) or (part.isascii() and part.isidentifier() and len(part) <= 40)
    return str(part) if plain else short(part)


@contextmanager
def located(text: str) -> Iterator[None]:
    """Add the line of this text to RecordErrors raised inside."""
    try:
        yield
    except RecordError as error:
        if error.line is None:
            error.line = line_of(text, error.path)
        raise
