"""The command `baumeister` and its subcommands."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper

from cyclopts import App

from baumeister import __version__
from baumeister.cli.console import stop
from baumeister.core.errors import BaumeisterError

app = App(
    name="baumeister",
    version=__version__,
    help="Play, check and study the board games Manhattan and Tangram City.",
    help_format="plaintext",
)
# by name, in the order of the help: a command is imported when it is called
COMMANDS = {
    "open": "open:open_command",
    "play": "play:play",
    "selfplay": "selfplay:selfplay",
    "arena": "arena:arena",
    "check": "records:check_command",
    "replay": "records:replay_command",
    "export": "records:export_command",
    "analyse": "analyse:analyse_command",
    "rules": "rules:rules",
    "serve": "serve:serve",
    "backup": "store:backup_command",
    "verify": "store:verify_command",
    "import": "store:import_command",
    "schema": "records:schema_command",
    "tiles": "tiles:tiles_command",
    "solve": "solve:solve_command",
    "puzzle": "puzzle:puzzle_command",
    "train": "train:train",
}
for name, place in COMMANDS.items():
    app.command(f"baumeister.cli.{place}", name=name)


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that knows no │ shows ?
    if sys.argv[1:2] == [] or sys.argv[1].startswith("-"):
        app.resolved_commands()  # the help says what each of them does
    try:
        app()
        sys.stdout.flush()
    except BaumeisterError as error:  # what no command has put into better words
        stop(str(error))
    except BrokenPipeError:  # `| head`: whoever read has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(141) from None
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        stop(f"{error.filename or 'output'}: {error.strerror}")
