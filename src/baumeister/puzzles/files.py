"""Files of puzzles: JSON lines, first where they come from, then the puzzles.

While puzzles are being made, a line of counts follows the puzzles of each game, so that the same
command continues where it stopped. The finished file has the counts in its first line.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from baumeister.puzzles.making.self_play import Made
from baumeister.puzzles.puzzle import Puzzle, PuzzleError

FORMAT: Final = 1
COUNTS: Final = ("games", "decisions", "candidates", "puzzles")
"""What is counted: games of self-play, decisions that suit, those that looked clear, and those
that passed every test."""


@dataclass
class PuzzleFile:
    """The content of a file."""

    head: dict[str, Any]
    """The provenance: game, kind, seed, budgets and version."""
    puzzles: list[Puzzle] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTS, 0))


def read_puzzles(path: Path) -> PuzzleFile:
    """Read a file; PuzzleError says what is wrong with it. A last line cut off is left out."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PuzzleError(f"{path}: cannot be read: {error}") from None
    return parse_puzzles(text, str(path))


def parse_puzzles(text: str, name: str) -> PuzzleFile:
    """The content of a file with this text."""
    found: PuzzleFile | None = None
    waiting: list[Puzzle] = []  # of a game that was not finished
    for data in _lines(text, name):
        if found is None:
            if data.get("format") != FORMAT:
                raise PuzzleError(f"{name}: is not a file of puzzles")
            found = PuzzleFile(data, counts={**dict.fromkeys(COUNTS, 0), **data.get("counts", {})})
        elif "position" in data:
            waiting.append(Puzzle.of({"kind": found.head["kind"], **data}))
        else:
            found.puzzles += waiting
            waiting = []
            found.counts = {each: data[each] for each in COUNTS}
    if found is None:
        raise PuzzleError(f"{name}: is empty")
    if found.head.get("counts"):
        found.puzzles += waiting
    return found


def _lines(text: str, name: str) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(text[: text.rfind("\n") + 1].splitlines(), start=1):
        try:
            data = json.loads(line)
        except ValueError:
            data = None
        if not isinstance(data, dict):
            raise PuzzleError(f"{name}:{number}: is not a line of JSON")
        yield data


def is_finished(found: PuzzleFile) -> bool:
    """Whether the file was finished: nothing is added to it any more."""
    return "counts" in found.head


def write_puzzles(path: Path, found: PuzzleFile) -> None:
    """Write a finished file, replacing the one that was there."""
    temporary = path.with_name(f"{path.name}.new")
    head = {**found.head, "counts": found.counts}
    with temporary.open("w", encoding="utf-8") as file:
        file.writelines(_line(each) for each in (head, *map(_compact, found.puzzles)))
    temporary.replace(path)


class Appending:
    """Adds games to an unfinished file, each durable before the next one."""

    def __init__(self, path: Path, head: Mapping[str, Any]) -> None:
        """Continue the file if it was begun by the same command; PuzzleError if not."""
        self.found = PuzzleFile(dict(head))
        if path.exists():
            self.found = read_puzzles(path)
            if {**self.found.head, "counts": None} != {**head, "counts": None}:
                raise PuzzleError(f"{path}: was made by another command, seed or version")
            if is_finished(self.found):
                raise PuzzleError(f"{path}: is finished; choose another file")
        self._path = path
        self._rewrite()

    def _rewrite(self) -> None:
        """Drop what a game that was interrupted has left behind."""
        found, path = self.found, self._path
        lines: list[Mapping[str, Any]] = [found.head, *map(_compact, found.puzzles)]
        with path.open("w", encoding="utf-8") as file:
            file.writelines(map(_line, [*lines, found.counts]))

    def add(self, made: Made) -> None:
        """Write the puzzles of the next game that are new."""
        found = self.found
        known = {puzzle.id for puzzle in found.puzzles}
        new = [puzzle for puzzle in made.puzzles if puzzle.id not in known]
        found.puzzles += new
        counts = found.counts
        counts["games"] += 1
        counts["decisions"] += made.decisions
        counts["candidates"] += made.candidates
        counts["puzzles"] += len(new)
        self._append([*map(_compact, new), counts])

    def finish(self, count: int) -> None:
        """Close the file with its first `count` puzzles."""
        self.found.puzzles = self.found.puzzles[:count]
        write_puzzles(self._path, self.found)

    def _append(self, lines: Iterable[Mapping[str, Any]]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.writelines(map(_line, lines))
            file.flush()
            os.fsync(file.fileno())


def _compact(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle without what the first line says for all of them, and without its computed id."""
    return {key: value for key, value in puzzle.data().items() if key not in ("id", "kind")}


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
