"""Where games are saved, and how they are read again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from baumeister.cli.console import stop
from baumeister.records import EXTENSION, Record, RecordError, loads, located, match_of, read_text

PUZZLE_FILE: Final = "tangram-city-puzzle-"


def saved(path: Path) -> Record:
    try:
        text = read_text(path)
        record = loads(text)
        with located(text):
            match_of(record)
    except RecordError as error:
        stop(f"{path}: {error}", 1)
    return record


def games_folder() -> Path:
    """Where games are kept unless another place is named."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "baumeister" / "games"


def latest() -> Path:
    games = sorted(games_folder().glob(f"*{EXTENSION}"), key=lambda path: path.stat().st_mtime)
    if not games:
        stop(f"there is no game in {games_folder()}")
    return games[-1]


def save_path(game_id: str, started: str) -> Path:
    stem = f"{game_id}-{started.replace(':', '').replace('-', '')}"
    names = (f"{stem}{suffix}{EXTENSION}" for suffix in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(path for path in map(games_folder().joinpath, names) if not path.exists())
