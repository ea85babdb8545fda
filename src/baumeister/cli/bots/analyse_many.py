"""Analyse many games, on several cores or a cluster: a line of JSON for each."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from baumeister.bots import full_code
from baumeister.bots.analysis import analyse
from baumeister.cli.console import progress, stop
from baumeister.cli.files import record_files
from baumeister.core.errors import BaumeisterError
from baumeister.records import LINES_EXTENSION, RecordError, loads, read_text, record_lines
from baumeister.work import in_order, using


class Task(NamedTuple):
    """A record to analyse."""

    file: str
    line: int | None
    """Its line in a file of JSON lines, from 1."""
    text: str

    @property
    def name(self) -> str:
        return self.file if self.line is None else f"{self.file}, line {self.line}"


def analyse_many(files: list[Path], settings: Mapping[str, Any], cores: int, on: str) -> None:
    """Print the analyses of all records in the order of the files."""
    try:
        tasks = [task for path in record_files(files) for task in _tasks(path)]
        work = partial(_analyse, dict(settings))
        with using(on, cores) as pool, progress() as bar:
            found = in_order(pool, work, tasks, name=lambda task: task.name)
            for line in bar.track(found, total=len(tasks), description="Analysing"):
                sys.stdout.write(line)
                sys.stdout.flush()
    except BaumeisterError as error:
        stop(str(error), 1)


def _tasks(path: Path) -> Iterator[Task]:
    if path.suffix != LINES_EXTENSION:
        yield Task(str(path), None, read_text(path))
        return
    for each in record_lines(path):
        yield Task(str(path), each.number, each.data.decode(errors="replace"))


def _analyse(settings: dict[str, Any], task: Task) -> str:
    """Analyse a record, in a worker that may be on another machine."""
    try:
        record = loads(task.text)
        bot = settings["bot"]
        code = None if bot is None else full_code(bot, record.game)
        found = analyse(record, **{**settings, "bot": code})
    except RecordError as error:
        raise RecordError(f"{task.name}: {error}") from None
    data = {"file": task.file, "line": task.line, **found.data()}
    return json.dumps(data, ensure_ascii=False) + "\n"
