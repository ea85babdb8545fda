"""The puzzles that come with a game: files beside its puzzles module, one for each kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from baumeister.core.game import AnyGame
from baumeister.core.registry import find, games, plugin_of
from baumeister.puzzles.days.files import Day, parse_days
from baumeister.puzzles.files import parse_puzzles
from baumeister.puzzles.parts import puzzles_of
from baumeister.puzzles.puzzle import Puzzle, PuzzleError


@cache
def shipped(game_id: str, kind: str) -> tuple[Puzzle, ...]:
    """The puzzles of one kind, in the order in which they become the puzzle of the day."""
    game = find(game_id)
    text = _text(game, kind)
    found = parse_puzzles(text, f"{game_id} {kind}").puzzles if text else []
    return tuple(sorted(found, key=lambda puzzle: puzzle.id))  # ids are hashes: as if shuffled


@cache
def shipped_days(game_id: str, kind: str) -> Mapping[str, Day]:
    """What is known about the days of one kind."""
    game = find(game_id)
    text = _text(game, kind)
    return parse_days(text, f"{game_id} {kind}")[1] if text else {}


def provenance(game: AnyGame, kind: str) -> dict[str, Any]:
    """The first line of the shipped file: how its puzzles were made; empty if there is none."""
    text = _text(game, kind)
    return parse_days(text.partition("\n")[0] + "\n", kind)[0] if text else {}


def position_kinds() -> Iterator[tuple[AnyGame, str]]:
    """Every game and kind of puzzles that ask for one move and of which some are shipped."""
    for game_id in games():
        module = puzzles_of(find(game_id))
        for kind in module.KINDS if module else ():
            if shipped(game_id, kind):
                yield find(game_id), kind


def day_kinds() -> Iterator[tuple[AnyGame, str]]:
    """Every game and kind of puzzles that are whole games."""
    for game_id in games():
        module = puzzles_of(find(game_id))
        for kind in module.DAYS if module else ():
            yield find(game_id), kind


@cache
def _by_id() -> dict[str, Puzzle]:
    return {
        puzzle.id: puzzle for game, kind in position_kinds() for puzzle in shipped(game.id, kind)
    }


def puzzle_by_id(puzzle_id: str) -> Puzzle:
    """The shipped puzzle with this id; PuzzleError if there is none."""
    found = _by_id().get(puzzle_id)
    if found is None:
        raise PuzzleError(f"there is no puzzle {puzzle_id[:20]!r}")
    return found


def _text(game: AnyGame, kind: str) -> str:
    """The text of the file; empty if the game does not ship this kind."""
    module = plugin_of(game).puzzles
    if module is None:
        return ""
    file = files(module) / f"{kind}.jsonl"
    return file.read_text("utf-8") if file.is_file() else ""
