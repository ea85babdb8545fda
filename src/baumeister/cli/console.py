"""Where the command line writes: results to stdout, the rest to stderr."""

from __future__ import annotations

import json
import sys
from typing import Any, NoReturn

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def print_json(data: Any) -> None:
    """Data on stdout, as one JSON document."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def stop(message: str, code: int = 2) -> NoReturn:
    """End with one clear line."""
    err.print(f"baumeister: {message}", style="bold red", markup=False, soft_wrap=True)
    raise SystemExit(code)


def needs_service(missing: ImportError, what: str = "this") -> NoReturn:
    """The service was not installed."""
    stop(f"{what} needs {missing.name}: pip install 'baumeister[serve]'")


def progress() -> Progress:
    """A progress bar on stderr; nothing where nobody watches."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=err,
        disable=not err.is_terminal,
    )
