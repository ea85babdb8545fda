"""`baumeister open`: play in the browser, on this machine."""

from __future__ import annotations

import socket
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter

from baumeister.cli.console import err, out, show_in_browser, stop, stop_without_service
from baumeister.cli.files import data_folder
from baumeister.cli.operator.address import choose_network, publish, running_at, withdraw
from baumeister.core.errors import BaumeisterError

if TYPE_CHECKING:
    from baumeister.server.network import Network

PORT: Final = 8420
PORTS: Final = 20
"""How many ports to try."""
MOVE: Final = "?move"
"""At 127.0.0.1: continue at localhost as the same player."""


def open_command(
    *,
    port: Annotated[
        int | None, Parameter(help=f"The port to listen on; default: {PORT} or the next free one.")
    ] = None,
    network: Annotated[
        bool | None,
        Parameter(
            help="Let other devices in your network join, or only this computer. Remembered;"
            " default: as you chose before, and the page asks when you invite somebody."
        ),
    ] = None,
    data: Annotated[Path | None, Parameter(help="The folder for the database.")] = None,
    browser: Annotated[bool, Parameter(help="Open the page in your browser.")] = True,
) -> None:
    """Play in the browser, against bots or with others.

    Starts the web service and opens its page; if it is already running, only opens the page. Stop
    it with Ctrl-C: nothing is lost. To play in the terminal: baumeister play.
    """
    try:
        from baumeister.server.network import Network  # noqa: PLC0415  (an extra)
        from baumeister.server.operating.keep import FOREVER  # noqa: PLC0415
        from baumeister.server.serve import serve as run  # noqa: PLC0415
        from baumeister.server.settings import Settings  # noqa: PLC0415
        from baumeister.server.store.store import FILE  # noqa: PLC0415
    except ImportError as error:
        stop_without_service(error, "the page in the browser")
    data = data or data_folder()
    address = running_at(data)
    if address:
        _show_running(address, network, browser)
        return
    ours = Network(data)
    # Until now the page was opened at 127.0.0.1, and browsers keep guests by the name of the host.
    is_moving = ours.is_new and (data / FILE).exists()
    ours.remember(ours.chosen if network is None else network)
    listeners = _listeners(port, bool(ours.chosen))
    ours.port = listeners[0].getsockname()[1]
    ours.changed = lambda: _say_who_can_join(ours)
    address = f"http://localhost:{ours.port}/"
    first = f"http://127.0.0.1:{ours.port}/{MOVE}" if is_moving else address

    def ready() -> None:
        publish(data, address)
        out.print(f"Baumeister is open at {address} (stop with Ctrl-C)", soft_wrap=True)
        _say_who_can_join(ours)
        if browser:
            show_in_browser(first)

    try:
        given = Settings(data=data, network=ours, keep=FOREVER)
        run(given, listeners, ready=ready, level="WARNING")
    except BaumeisterError as error:
        stop(str(error), 1)
    finally:
        withdraw(data, address)
    err.print("Closed. Your tables are kept.")


def _show_running(address: str, network: bool | None, browser: bool) -> None:
    """Open the page of a running service, and tell it who may join if that is asked for."""
    out.print(f"Baumeister is already open at {address}", soft_wrap=True)
    if network is not None:
        joined_at, problem = choose_network(address, network)
        if problem:
            stop(problem, 1)
        _say_address(network, joined_at)
    if browser:
        show_in_browser(address).join()


def _say_who_can_join(network: Network) -> None:
    if network.chosen is None:
        out.print("Only this computer can open it; the page asks when you invite others.")
    else:
        _say_address(network.chosen, network.address)


def _say_address(on: bool, address: str | None) -> None:
    if address:
        out.print(f"Other devices in your network join at {address}", soft_wrap=True)
    elif on:
        out.print("Other devices may join, but this computer is in no network now.")
    else:
        out.print("Only this computer can open it; --network lets other devices join.")


def _listeners(port: int | None, network: bool) -> list[socket.socket]:
    """The sockets of the first free port."""
    from baumeister.server.listening import local_listeners  # noqa: PLC0415

    ports = [port] if port is not None else list(range(PORT, PORT + PORTS))
    for each in ports[:-1]:
        with suppress(OSError):
            return local_listeners(each, network=network)
    try:
        return local_listeners(ports[-1], network=network)
    except OSError as error:
        stop(f"port {ports[-1]}: {error.strerror}; choose another with --port", 1)
