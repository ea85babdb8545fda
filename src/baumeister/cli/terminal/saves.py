"""Saved games: naming, finding and reading them."""

from __future__ import annotations

from pathlib import Path

from baumeister.cli.console import stop
from baumeister.cli.files import games_folder
from baumeister.core.registry import registry
from baumeister.records import EXTENSION, Record, RecordError, loads, located, match_of, read_text


def load_save(path: Path) -> Record:
    """Read a saved game; exit with an error if it cannot be played on."""
    try:
        text = read_text(path)
        record = loads(text)
        with located(text):
            match_of(record)
    except RecordError as error:
        stop(f"{path}: {error}", 1)
    return record


def latest_save() -> Path:
    """The most recently saved game."""
    games = sorted(games_folder().glob(f"*{EXTENSION}"), key=lambda path: path.stat().st_mtime)
    if not games:
        stop(f"there is no saved game in {games_folder()}")
    return games[-1]


def new_save(game_id: str, started: str) -> Path:
    """An unused file name for a game started at this time."""
    stem = f"{game_id}-{started.replace(':', '').replace('-', '')}"
    names = (f"{stem}{suffix}{EXTENSION}" for suffix in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(path for path in map(games_folder().joinpath, names) if not path.exists())


def command_save(game_id: str, command: str, name: str) -> Path:
    """The save of a game played by a plug-in's own command, which deals its own cards."""
    return games_folder() / f"{game_id}-{command}-{name}{EXTENSION}"


def check_resumable(path: Path) -> None:
    """Exit with an error if only the command that started this game can continue it."""
    for game_id, plugin in registry().plugins.items():
        for command in plugin.commands:
            prefix = f"{game_id}-{command}-"
            if path.name.startswith(prefix):
                name = path.name.removeprefix(prefix).removesuffix(EXTENSION)
                stop(f"this game was started with `baumeister {command}`: continue {name} there")
