"""The file in a data folder that holds the address of its running service."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.request import ProxyHandler, build_opener

NAME: Final = "address"
TIMEOUT: Final = 3.0
"""Seconds to wait for a running service to answer."""


def local_address(host: str, port: int, base_path: str = "") -> str:
    """The URL of the service for a browser on this machine."""
    here = "127.0.0.1" if host in ("", "0.0.0.0", "::") else host
    return f"http://{here}:{port}{base_path}/"


def publish(data: Path, address: str) -> None:
    """Write the address file; if that fails, later commands start a service of their own."""
    with suppress(OSError):
        (data / NAME).write_text(address, "utf-8")


def withdraw(data: Path, address: str) -> None:
    """Delete the address file if it still holds this address."""
    with suppress(OSError):
        if (data / NAME).read_text("utf-8") == address:
            (data / NAME).unlink()


def running_at(data: Path) -> str | None:
    """The address of the service that uses this folder; None if it does not answer.

    A crash leaves the file behind, so the service is asked.
    """
    try:
        address = (data / NAME).read_text("utf-8")
        with build_opener(ProxyHandler({})).open(f"{address}health", timeout=TIMEOUT) as answer:
            found = json.load(answer)
    except (OSError, ValueError):
        return None
    return address if isinstance(found, dict) and "version" in found else None
