"""`baumeister docs`: the documentation, without a network."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter

from baumeister.cli.console import out, show_in_browser, stop

SITE: Final = Path(__file__).parents[1] / "site"
LOCAL: Final = "127.0.0.1"


def docs_command(
    *,
    port: Annotated[int, Parameter(help="The port to listen on; default: any free one.")] = 0,
    browser: Annotated[bool, Parameter(help="Open the pages in your browser.")] = True,
) -> None:
    """Read the documentation in the browser.

    Shows the pages of this installation to this computer only, without a network. Stop it with
    Ctrl-C.
    """
    if not (SITE / "index.html").exists():
        stop(
            "this installation has no documentation; in a checkout, ./check builds it, and its"
            " pages are the Markdown files in docs/",
            1,
        )
    with make_server(port) as server:
        address = f"http://{LOCAL}:{server.server_port}/"
        out.print(f"The documentation is at {address} (stop with Ctrl-C)", soft_wrap=True)
        if browser:
            show_in_browser(address)
        with suppress(KeyboardInterrupt):
            server.serve_forever()


def make_server(port: int) -> ThreadingHTTPServer:
    """A server of the pages, for this computer."""
    try:
        return ThreadingHTTPServer((LOCAL, port), partial(_Files, directory=str(SITE)))
    except OSError as error:
        stop(f"port {port}: {error.strerror}; choose another with --port", 1)


class _Files(SimpleHTTPRequestHandler):
    def list_directory(self, path: Any) -> None:  # noqa: ARG002
        """A folder without a page of its own does not show its files."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def log_message(self, *_: Any) -> None:
        """Requests are not logged."""
