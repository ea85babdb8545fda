"""A folder of records that belong together, such as those of a tournament or of self-play."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from baumeister.core.errors import BaumeisterError
from baumeister.core.game import AnyGame
from baumeister.records.record import Player


class FolderError(BaumeisterError):
    """A folder that cannot be written to, or has records of another configuration."""

    code = "records-folder"


def configuration(game: AnyGame, options: Any, players: Sequence[Player]) -> dict[str, Any]:
    """The part of a record that is known before the game is played."""
    head = {
        "game": game.id,
        "rules_version": game.rules_version,
        "options": game.options_data(options),
        "players": [player.data() for player in players],
    }
    found: dict[str, Any] = json.loads(json.dumps(head))
    return found


def has_record(path: Path, expected: dict[str, Any]) -> bool:
    """Whether the file has a record of this configuration; FolderError if it has another one."""
    try:
        data = json.loads(path.read_bytes())
    except FileNotFoundError:
        return False
    except OSError as error:
        raise FolderError(f"{path}: {error.strerror}") from None
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise FolderError(f"{path} is there already and is not a record; use another folder")
    for name, value in expected.items():
        if data.get(name) != value:
            raise FolderError(
                f"{path} has a record of a game with other {name}; use another folder, or delete it"
            )
    return True


def write_record(path: Path, text: str) -> None:
    """Write a record; a file that is there stays whole until then."""
    temporary = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(text, encoding="utf-8", newline="\n")
        os.replace(temporary, path)
    except OSError as error:
        raise FolderError(f"{path}: {error.strerror}") from None
