"""One error for everything that can be wrong with a record."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from baumeister.core.errors import BaumeisterError, short
from baumeister.records.positions import Path, line_of


class RecordError(BaumeisterError):
    """What is wrong, where in the record, and by which clause."""

    code: ClassVar[str] = "record"

    def __init__(
        self, reason: str, *, path: Path = (), clause: str | None = None, line: int | None = None
    ) -> None:
        super().__init__(reason, clause=clause)
        self.path = path
        self.line = line
        """Line of the file, from 1, once known."""

    @property
    def log_line(self) -> int | None:
        """Line of the log, from 1, if it is about one."""
        match self.path:
            case ("log", int(index)):
                return index + 1
        return None

    def where(self) -> str:
        parts = [f"line {self.line}"] if self.line else []
        if self.log_line:
            parts.append(f"log line {self.log_line}")
        elif self.path:
            parts.append(".".join(_word(each) for each in self.path))
        return ", ".join(parts)

    def __str__(self) -> str:
        where = self.where()
        return f"{where}: {super().__str__()}" if where else super().__str__()


def _word(part: str | int) -> str:
    """A key or an index; keys that are no plain words as `short` shows them."""
    plain = isinstance(part, int) or (part.isascii() and part.isidentifier() and len(part) <= 40)
    return str(part) if plain else short(part)


@contextmanager
def located(text: str) -> Iterator[None]:
    """Give record errors raised inside the line of this text they are about."""
    try:
        yield
    except RecordError as error:
        if error.line is None:
            error.line = line_of(text, error.path)
        raise
