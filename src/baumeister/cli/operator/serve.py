"""`baumeister serve`: the web service."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter

from baumeister.bots.house import HouseBot, house_bot
from baumeister.cli.console import err, stop, stop_without_service
from baumeister.cli.files import data_folder
from baumeister.cli.operator.address import local_address, publish, withdraw
from baumeister.cli.shared import warn_without_core
from baumeister.core.errors import BaumeisterError

MIN_TOKEN: Final = 20


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
            help="A Redis URL, for processes that cannot connect to each other.",
            env_var="BAUMEISTER_REDIS",
        ),
    ] = None,
    peer_host: Annotated[
        str,
        Parameter(help="The address of this machine at which other processes reach this one."),
    ] = "127.0.0.1",
    drain: Annotated[
        float,
        Parameter(help="Seconds to serve on after the signal to stop, while /health fails."),
    ] = 0.0,
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
    bot: Annotated[
        list[str] | None,
        Parameter(
            help="NAME=CODE: offer a bot of your own beside the levels; GAME/NAME=CODE in one game"
            " only.",
            negative_iterable=(),
        ),
    ] = None,
    workers: Annotated[int, Parameter(help="How many processes think for bots.")] = 2,
    keep_finished: Annotated[
        int, Parameter(help="Days to keep finished games; 0: for ever.")
    ] = 730,
    keep_unfinished: Annotated[
        int, Parameter(help="Days to keep games in which nobody decides anything.")
    ] = 180,
    keep_unstarted: Annotated[
        int, Parameter(help="Days to keep tables that never started, or were closed.")
    ] = 30,
    keep_analyses: Annotated[int, Parameter(help="Days to keep analyses.")] = 180,
    keep_guests: Annotated[
        int, Parameter(help="Days to keep guests without a table, since they were last seen.")
    ] = 60,
    log_file: Annotated[
        Path | None, Parameter(help="Write the log to this file, rotated, and not to stderr.")
    ] = None,
    keep_logs: Annotated[int, Parameter(help="Megabytes of log files to keep.")] = 50,
    operator: Annotated[
        str | None, Parameter(help="The login of the account that may use the operator's page.")
    ] = None,
    operator_token: Annotated[
        str | None,
        Parameter(
            help="A secret of at least 20 characters that opens the operator's page.",
            env_var="BAUMEISTER_OPERATOR_TOKEN",
        ),
    ] = None,
) -> None:
    """Run the web service: tables for people and bots.

    Everything is kept in one folder. Stop it with Ctrl-C: nothing is lost.
    """
    try:
        from baumeister.server.mail.settings import MailSettings  # noqa: PLC0415  (an extra)
        from baumeister.server.operating.keep import Keep  # noqa: PLC0415
        from baumeister.server.serve import serve as run  # noqa: PLC0415
        from baumeister.server.settings import Settings  # noqa: PLC0415
    except ImportError as error:
        stop_without_service(error, "the web service")
    if base_path and (not base_path.startswith("/") or base_path.endswith("/")):
        stop("--base-path must begin with / and not end with it, such as /games")
    if operator_token is not None and len(operator_token) < MIN_TOKEN:
        stop(f"--operator-token needs at least {MIN_TOKEN} characters")
    kept = (keep_finished, keep_unfinished, keep_unstarted, keep_analyses, keep_guests)
    if min(*kept, keep_logs - 1) < 0:
        stop("--keep options are numbers of days from 0, --keep-logs is at least 1")
    for name in host_name or ():
        if "/" in name or ":" in name:
            stop(f"--host-name is a name without scheme and port, such as play.example: {name}")
    settings = Settings(
        data=data or data_folder(),
        database=database,
        redis=redis,
        peer_host=peer_host,
        drain=max(0.0, drain),
        base_path=base_path,
        origins=frozenset(origin or ()),
        host_names=frozenset(name.lower() for name in host_name or ()),
        mail=MailSettings.of(smtp, mail_from, public_url) if smtp else None,
        bot_delay=(0.7, 1.6) if bot_pace else (0.0, 0.0),
        undo_grace=max(0.0, undo_grace),
        away_after=max(0.0, away_after),
        bots=_house_bots(bot or []),
        workers=workers,
        keep=Keep(*kept),
        operator=operator,
        operator_token=operator_token,
    )
    warn_without_core()
    err.print(f"Baumeister serves at http://{host}:{port}{base_path}/ (stop with Ctrl-C)")
    address = local_address(host, port, base_path)
    try:
        run(
            settings,
            (host, port),
            proxy=proxy,
            ready=lambda: publish(settings.data, address),
            log_file=log_file,
            keep_logs=keep_logs * 1_000_000,
        )
    except BaumeisterError as error:
        stop(str(error), 1)
    finally:
        withdraw(settings.data, address)


def _house_bots(given: list[str]) -> tuple[HouseBot, ...]:
    try:
        found = tuple(map(house_bot, given))
    except BaumeisterError as error:
        stop(f"--bot: {error}")
    if len({each.code for each in found}) < len(found):
        stop("--bot: two bots have the same name")
    return found
