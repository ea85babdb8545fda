"""The file in a data folder that holds the address of its running service."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

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
        found = _asked(f"{address}health")
    except (OSError, ValueError):
        return None
    return address if isinstance(found, dict) and "version" in found else None


def choose_network(address: str, on: bool) -> tuple[str | None, str | None]:
    """Tell a running service whether other devices may join: its address for them, or why not."""
    body = json.dumps({"on": on}).encode()
    try:
        found = _asked(Request(f"{address}api/network", body, {"Content-Type": "application/json"}))
        return found["address"], None
    except HTTPError as error:
        with suppress(ValueError, LookupError):
            return None, str(json.load(error)["reason"])
        return None, str(error)
    except (OSError, ValueError, LookupError) as error:
        return None, str(error)


def _asked(request: str | Request) -> Any:
    """The JSON that the service answers, without a proxy in between."""
    with build_opener(ProxyHandler({})).open(request, timeout=TIMEOUT) as answer:
        return json.load(answer)
