"""Where the service of a data folder is to be found while it runs."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.request import ProxyHandler, build_opener

NAME: Final = "address"
PATIENCE: Final = 3.0


def local_address(host: str, port: int, base_path: str = "") -> str:
    """For somebody at this machine; who listens everywhere listens here too."""
    here = "127.0.0.1" if host in ("", "0.0.0.0", "::") else host
    return f"http://{here}:{port}{base_path}/"


def note(data: Path, address: str) -> None:
    """For who comes later; without it they start a service of their own."""
    with suppress(OSError):
        (data / NAME).write_text(address, "utf-8")


def forget(data: Path, address: str) -> None:
    with suppress(OSError):
        if (data / NAME).read_text("utf-8") == address:
            (data / NAME).unlink()


def running_at(data: Path) -> str | None:
    """The address of the service that has this folder, if it answers: a crash leaves the note."""
    try:
        address = (data / NAME).read_text("utf-8")
        with build_opener(ProxyHandler({})).open(f"{address}health", timeout=PATIENCE) as answer:
            found = json.load(answer)
    except (OSError, ValueError):
        return None
    return address if isinstance(found, dict) and "version" in found else None
