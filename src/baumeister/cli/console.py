"""Console output: results to stdout, everything else to stderr."""

from __future__ import annotations

import json
import os
import sys
import threading
import webbrowser
from typing import Any, NoReturn

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def print_json(data: Any) -> None:
    """Print data to stdout as one JSON document."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def count_of(number: int, noun: str) -> str:
    """The number with its noun: "1 game", "2 games"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def warn(message: str) -> None:
    """Print a one-line warning to stderr."""
    err.print(f"baumeister: {message}", style="yellow", markup=False, soft_wrap=True)


def stop(message: str, code: int = 2) -> NoReturn:
    """Exit with a one-line error message."""
    err.print(f"baumeister: {message}", style="bold red", markup=False, soft_wrap=True)
    raise SystemExit(code)


def stop_without_service(missing: ImportError, what: str = "this command") -> NoReturn:
    """Exit because the web service's dependencies are not installed."""
    stop(f"{what} needs {missing.name}: pip install 'baumeister[serve]'")


def show_in_browser(address: str) -> threading.Thread:
    """Open a browser window, but never a text browser, which would take over this terminal.

    In a thread, because some browsers return only when they are closed.
    """
    windows = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    wanted = windows and not os.environ.get("CI")
    opening = threading.Thread(target=webbrowser.open if wanted else str, args=(address,))
    opening.daemon = True
    opening.start()
    return opening


def progress() -> Progress:
    """A progress bar on stderr, disabled if stderr is not a terminal."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=err,
        disable=not err.is_terminal,
    )
