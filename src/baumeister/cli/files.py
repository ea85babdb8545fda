"""Where games are kept, and reading record files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from baumeister.cli.console import stop
from baumeister.records import (
    EXTENSION,
    LINES_EXTENSION,
    Record,
    RecordError,
    Step,
    loads,
    located,
    read_text,
    replay,
)
from baumeister.records.folder import write_record


def games_folder() -> Path:
    """The default folder for games played in the terminal."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "baumeister" / "games"


def data_folder() -> Path:
    """The default folder for the web service's database."""
    return games_folder().parent / "server"


def record_files(paths: list[Path]) -> list[Path]:
    """The files named, with folders replaced by the records in them."""
    found: list[Path] = []
    for path in paths:
        inside = [path]
        if _is_folder(path):
            inside = sorted((*path.glob(f"*{EXTENSION}"), *path.glob(f"*{LINES_EXTENSION}")))
        if not inside:
            stop(f"{path}: contains no records (*{EXTENSION}, *{LINES_EXTENSION})", 1)
        found += inside
    return found


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # no permission: reading the file will report it
        return False


def open_record(path: Path) -> tuple[Record, list[Step]]:
    """Read and replay a record; exit with an error if it is invalid."""
    try:
        text = read_text(path)
        record = loads(text)
        with located(text):
            return record, list(replay(record))
    except RecordError as error:
        if " : " in str(path):
            stop("this is a position text, not a record: give it to show, or with --position", 1)
        stop(f"{path}: {error}", 1)


@contextmanager
def record_writer(
    folder: Path | None, lines: Path | None
) -> Iterator[Callable[[Record, str], str]]:
    """A function that writes a record under a name and returns the name of its file: a file of its
    own in `folder`, or a line of the new file `lines`."""
    if (folder is None) == (lines is None):
        stop("give either --out FOLDER or --jsonl FILE for the records")
    try:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            yield lambda record, name: _write_record(folder / f"{name}{EXTENSION}", record)
        elif lines is not None:
            lines.parent.mkdir(parents=True, exist_ok=True)
            with lines.open("x", encoding="utf-8", newline="\n") as file:

                def write(record: Record, _name: str) -> str:
                    file.write(record.dumps_line())
                    file.flush()
                    return lines.name

                yield write
    except FileExistsError:
        stop(f"{lines or folder}: exists already")
    except OSError as error:
        stop(f"{lines or folder}: {error.strerror}")


def _write_record(path: Path, record: Record) -> str:
    write_record(path, record.dumps())
    return path.name
