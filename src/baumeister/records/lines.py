"""Many records in one file: JSON lines, one record a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from baumeister.records.errors import RecordError
from baumeister.records.reading import LARGEST, decode, loads, read_text
from baumeister.records.record import EXTENSION, Record
from baumeister.records.replay import check_text

LINES_EXTENSION: Final = ".jsonl"


class RecordLine(NamedTuple):
    """One line of a file of records."""

    number: int
    """From 1."""
    data: bytes

    def read(self) -> Record:
        """The record; RecordError names the line of the file."""
        return self._located(loads)

    def check(self) -> Record:
        """The record, its log and result verified; RecordError names the line of the file."""
        return self._located(check_text)

    def _located(self, read: Callable[[str], Record]) -> Record:
        try:
            return read(decode(self.data))
        except RecordError as error:
            error.line = self.number
            raise


def read_games(path: Path | str) -> Iterator[Record]:
    """The records of a file of JSON lines, of one record file, or of a folder, one after the other.

    Only the record being read is in memory. `check` verifies it; RecordError names the first line
    that is not a record.
    """
    path = Path(path)
    if path.is_dir():
        for file in sorted((*path.glob(f"*{EXTENSION}"), *path.glob(f"*{LINES_EXTENSION}"))):
            yield from read_games(file)
    elif path.suffix == LINES_EXTENSION:
        for each in record_lines(path):
            yield each.read()
    else:
        yield loads(read_text(path))


def record_lines(path: Path) -> Iterator[RecordLine]:
    """The lines of a file of records; empty ones are left out, too long ones cut."""
    try:
        with path.open("rb") as file:
            number = 0
            while data := file.readline(LARGEST + 2):
                number += 1
                rest = data
                while rest and not rest.endswith(b"\n"):
                    rest = file.readline(LARGEST)
                if data.strip():
                    yield RecordLine(number, data.removesuffix(b"\n"))
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror}") from None
