"""The command `baumeister` and its subcommands."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper

from cyclopts import App

from baumeister import __version__
from baumeister.cli.analyse import analyse_command
from baumeister.cli.arena import arena
from baumeister.cli.console import stop
from baumeister.cli.open import open_command
from baumeister.cli.play import play
from baumeister.cli.puzzle import puzzle_command
from baumeister.cli.records import check_command, export_command, replay_command, schema_command
from baumeister.cli.rules import rules
from baumeister.cli.selfplay import selfplay
from baumeister.cli.serve import serve
from baumeister.cli.solve import solve_command
from baumeister.cli.store import backup_command, import_command, verify_command
from baumeister.cli.tiles import tiles_command
from baumeister.cli.train import train
from baumeister.core.errors import BaumeisterError

app = App(
    name="baumeister",
    version=__version__,
    help="Play, check and study the board games Manhattan and Tangram City.",
    help_format="plaintext",
)
app.command(open_command, name="open")
app.command(play)
app.command(selfplay)
app.command(arena)
app.command(check_command, name="check")
app.command(replay_command, name="replay")
app.command(export_command, name="export")
app.command(analyse_command, name="analyse")
app.command(rules)
app.command(serve)
app.command(backup_command, name="backup")
app.command(verify_command, name="verify")
app.command(import_command, name="import")
app.command(schema_command, name="schema")
app.command(tiles_command, name="tiles")
app.command(solve_command, name="solve")
app.command(puzzle_command, name="puzzle")
app.command(train)


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that knows no │ shows ?
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
