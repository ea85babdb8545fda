"""Where games are kept, and reading record files."""

from __future__ import annotations

import os
from pathlib import Path

from baumeister.cli.console import stop
from baumeister.records import (
    EXTENSION,
    Record,
    RecordError,
    Step,
    loads,
    located,
    read_text,
    replay,
)


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
        inside = sorted(path.glob(f"*{EXTENSION}")) if _is_folder(path) else [path]
        if not inside:
            stop(f"{path}: contains no records (*{EXTENSION})", 1)
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
        stop(f"{path}: {error}", 1)
