"""`baumeister serve`: the web service."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from baumeister.cli.console import err, stop, stop_without_service
from baumeister.cli.files import data_folder
from baumeister.cli.operator.address import local_address, publish, withdraw
from baumeister.cli.shared import warn_without_core
from baumeister.core.errors import BaumeisterError


def serve(
    *,
    host: Annotated[str, Parameter(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="The port to listen on.")] = 8420,
    data: Annotated[Path | None, Parameter(help="The folder for the database.")] = None,
    database: Annotated[
        str | None,
        Parameter(
            help="A PostgreSQL URL to use instead, for a shared installation.",
            env_var="BAUMEISTER_DATABASE",
        ),
    ] = None,
    redis: Annotated[
        str | None,
        Parameter(
            help="A Redis URL, to run several processes on one PostgreSQL database.",
            env_var="BAUMEISTER_REDIS",
        ),
    ] = None,
    base_path: Annotated[
        str, Parameter(help="The path at which a proxy mounts the service, such as /games.")
    ] = "",
    origin: Annotated[
        list[str] | None,
        Parameter(help="Further origins allowed to connect.", negative_iterable=()),
    ] = None,
    host_name: Annotated[
        list[str] | None,
        Parameter(
            help="A host name of the service, such as play.example; others are refused.",
            negative_iterable=(),
        ),
    ] = None,
    proxy: Annotated[
        str | None, Parameter(help="The proxy's address, whose X-Forwarded headers are trusted.")
    ] = None,
    smtp: Annotated[
        str | None,
        Parameter(
            help="An SMTP server, such as smtp://user:password@mail.example:587, to tell players"
            " of games with days per decision when it is their turn.",
            env_var="BAUMEISTER_SMTP",
        ),
    ] = None,
    mail_from: Annotated[str, Parameter(help="The sender of mail.")] = "",
    public_url: Annotated[str, Parameter(help="The URL that links in mail lead to.")] = "",
    bot_pace: Annotated[bool, Parameter(help="Let bots take the time a person would.")] = True,
    undo_grace: Annotated[
        float, Parameter(help="Seconds to take back a decision before cards are drawn.")
    ] = 3.0,
    away_after: Annotated[
        float, Parameter(help="Seconds until others may let a bot play for somebody who left.")
    ] = 180.0,
    workers: Annotated[int, Parameter(help="How many processes think for bots.")] = 2,
) -> None:
    """Run the web service: tables for people and bots.

    Everything is kept in one folder. Stop it with Ctrl-C: nothing is lost.
    """
    try:
        from baumeister.server.mail.settings import MailSettings  # noqa: PLC0415  (an extra)
        from baumeister.server.serve import serve as run  # noqa: PLC0415
        from baumeister.server.settings import Settings  # noqa: PLC0415
    except ImportError as error:
        stop_without_service(error, "the web service")
    if base_path and (not base_path.startswith("/") or base_path.endswith("/")):
        stop("--base-path must begin with / and not end with it, such as /games")
    for name in host_name or ():
        if "/" in name or ":" in name:
            stop(f"--host-name is a name without scheme and port, such as play.example: {name}")
    settings = Settings(
        data=data or data_folder(),
        database=database,
        redis=redis,
        base_path=base_path,
        origins=frozenset(origin or ()),
        host_names=frozenset(name.lower() for name in host_name or ()),
        mail=MailSettings.of(smtp, mail_from, public_url) if smtp else None,
        bot_delay=(0.7, 1.6) if bot_pace else (0.0, 0.0),
        undo_grace=max(0.0, undo_grace),
        away_after=max(0.0, away_after),
        workers=workers,
    )
    warn_without_core()
    err.print(f"Baumeister serves at http://{host}:{port}{base_path}/ (stop with Ctrl-C)")
    address = local_address(host, port, base_path)
    try:
        run(settings, (host, port), proxy=proxy, ready=lambda: publish(settings.data, address))
    except BaumeisterError as error:
        stop(str(error), 1)
    finally:
        withdraw(settings.data, address)
