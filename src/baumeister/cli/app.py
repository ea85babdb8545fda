"""The command `baumeister` and its subcommands."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import Final

from cyclopts import App

from baumeister import __version__
from baumeister.cli.console import stop, warn
from baumeister.core.errors import BaumeisterError
from baumeister.core.registry import games, plugin, problems

COMMANDS: Final = {
    "open": "operator.open:open_command",
    "play": "terminal.play:play",
    "selfplay": "bots.selfplay:selfplay",
    "arena": "bots.arena:arena",
    "merge": "bots.merge:merge_command",
    "check": "records.check:check_command",
    "replay": "records.replay:replay_command",
    "show": "records.show:show_command",
    "export": "records.export:export_command",
    "analyse": "bots.analyse:analyse_command",
    "explore": "records.explore:explore_command",
    "puzzles": "bots.puzzles:puzzles_command",
    "rules": "rules:rules",
    "docs": "docs:docs_command",
    "serve": "operator.serve:serve",
    "backup": "operator.store:backup_command",
    "verify": "operator.store:verify_command",
    "import": "operator.store:import_command",
    "admin": "operator.admin:app",
    "schema": "records.check:schema_command",
    "train": "bots.train:app",
}
"""Commands by name; a command's module is imported when it is called."""


def make_app() -> App:
    """The command line with our commands and those of the installed games."""
    titles = ", ".join(plugin(game_id).name for game_id in games()) or "none installed"
    made = App(
        name="baumeister",
        version=__version__,
        help=f"Play, check and study board games: {titles}.",
        help_format="plaintext",
    )
    for name, path in COMMANDS.items():
        made.command(f"baumeister.cli.{path}", name=name)
    taken = set(COMMANDS)
    for game_id in games():
        for name, path in plugin(game_id).commands.items():
            if name in taken:
                warn(f"the command {name} of the game {game_id} was left out: the name is taken")
                continue
            taken.add(name)
            made.command(path, name=name)
    return made


app: Final = make_app()


def main() -> None:
    """Run the command given on the command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # ASCII terminals show ? for │
    for problem in problems():
        warn(str(problem))
    try:
        if sys.argv[1:2] == [] or sys.argv[1].startswith("-"):
            _load_descriptions()
        app()
        sys.stdout.flush()
    except BaumeisterError as error:
        stop(str(error))
    except ImportError as error:
        stop(str(error.__cause__ or error))
    except BrokenPipeError:  # the reader closed the pipe, as `| head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(141) from None
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        stop(f"{error.filename or 'output'}: {error.strerror}")


def _load_descriptions() -> None:
    """Import every command, for the descriptions in the help; report those that fail."""
    for name in list(app):
        try:
            app[name]
        except Exception as error:  # a plug-in's module may raise anything
            warn(f"the command {name} does not work: {error.__cause__ or error!r}")
