"""`baumeister open`: play in the browser, on this machine."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter

from baumeister.cli.console import err, out, stop, stop_without_service
from baumeister.cli.files import data_folder
from baumeister.cli.operator.address import local_address, publish, running_at, withdraw
from baumeister.core.errors import BaumeisterError

HOST: Final = "127.0.0.1"
PORT: Final = 8420
PORTS: Final = 20
"""How many ports to try."""


def open_command(
    *,
    port: Annotated[
        int | None, Parameter(help=f"The port to listen on; default: {PORT} or the next free one.")
    ] = None,
    data: Annotated[Path | None, Parameter(help="The folder for the database.")] = None,
    browser: Annotated[bool, Parameter(help="Open the page in your browser.")] = True,
) -> None:
    """Play in the browser, against bots or with others.

    Starts the web service for this machine only and opens its page; if it is already running, only
    opens the page. Stop it with Ctrl-C: nothing is lost. To play in the terminal: baumeister play.
    """
    try:
        from baumeister.server.serve import serve as run  # noqa: PLC0415  (an extra)
        from baumeister.server.settings import Settings  # noqa: PLC0415
    except ImportError as error:
        stop_without_service(error, "the page in the browser")
    data = data or data_folder()
    address = running_at(data)
    if address:
        out.print(f"Baumeister is already open at {address}", soft_wrap=True)
        if browser:
            _show(address)
        return
    listener = _listener(port)
    address = local_address(*listener.getsockname())

    def ready() -> None:
        publish(data, address)
        out.print(f"Baumeister is open at {address} (stop with Ctrl-C)", soft_wrap=True)
        if browser:  # some browsers return only when they are closed
            threading.Thread(target=_show, args=(address,), daemon=True).start()

    try:
        run(Settings(data=data), listener, ready=ready, level="WARNING")
    except BaumeisterError as error:
        stop(str(error), 1)
    finally:
        withdraw(data, address)
    err.print("Closed. Your tables are kept.")


def _listener(port: int | None) -> socket.socket:
    """A socket that already listens, so that nobody else can take the port before we serve."""
    ports = [port] if port is not None else list(range(PORT, PORT + PORTS))
    for each in ports:
        listener = socket.socket(
            proto=socket.IPPROTO_TCP
        )  # else asyncio leaves Nagle's algorithm on
        if os.name == "posix":  # elsewhere it lets two processes share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, each))
            listener.listen()
        except OSError as error:
            listener.close()
            if each == ports[-1]:
                stop(f"port {each}: {error.strerror}; choose another with --port", 1)
        else:
            break
    return listener


def _show(address: str) -> None:
    """Open a browser window, but never a text browser, which would take over this terminal."""
    windows = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if windows and not os.environ.get("CI"):
        webbrowser.open(address)
