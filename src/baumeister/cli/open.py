"""`baumeister open`: the tables in the browser, on this machine."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter

from baumeister.cli.address import forget, local_address, note, running_at
from baumeister.cli.console import err, needs_service, out, stop
from baumeister.cli.store import data_folder
from baumeister.core.errors import BaumeisterError

HOST: Final = "127.0.0.1"
PORT: Final = 8420
PORTS: Final = 20


def open_command(
    *,
    port: Annotated[
        int | None, Parameter(help=f"The port to listen on; {PORT}, or the next that is free.")
    ] = None,
    data: Annotated[Path | None, Parameter(help="The folder for the database.")] = None,
    browser: Annotated[bool, Parameter(help="Open the page in your browser.")] = True,
) -> None:
    """Play in the browser, against bots or with others.

    Starts the web service for this machine alone and opens its page; if it runs already, it only
    opens the page. Stop it with Ctrl-C: nothing is lost. To play in the terminal: baumeister play.
    """
    try:
        from baumeister.server.serve import serve as run  # noqa: PLC0415  (an extra)
        from baumeister.server.settings import Settings  # noqa: PLC0415
    except ImportError as error:
        needs_service(error, "the page in the browser")
    data = data or data_folder()
    address = running_at(data)
    if address:
        out.print(f"Baumeister is open at {address} already", soft_wrap=True)
        if browser:
            _show(address)
        return
    listener = _listener(port)
    address = local_address(*listener.getsockname())

    def ready() -> None:
        note(data, address)
        out.print(f"Baumeister is open at {address} (stop with Ctrl-C)", soft_wrap=True)
        if browser:  # some return only when they are closed
            threading.Thread(target=_show, args=(address,), daemon=True).start()

    try:
        run(Settings(data=data), listener, ready=ready, level="WARNING")
    except BaumeisterError as error:
        stop(str(error), 1)
    finally:
        forget(data, address)
    err.print("Closed. Your tables are kept.")


def _listener(port: int | None) -> socket.socket:
    """Listening already, so that nobody takes the port between looking and serving."""
    ports = [port] if port is not None else list(range(PORT, PORT + PORTS))
    for each in ports:
        listener = socket.socket(proto=socket.IPPROTO_TCP)  # else asyncio would send with delay
        if os.name == "posix":  # elsewhere it would let two have the same port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, each))
            listener.listen()
        except OSError as error:
            listener.close()
            if each == ports[-1]:
                stop(f"port {each}: {error.strerror}; name another with --port", 1)
        else:
            break
    return listener


def _show(address: str) -> None:
    """In a window of its own. A browser for terminals would take this one away."""
    windows = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if windows and not os.environ.get("CI"):
        webbrowser.open(address)
