"""The command `baumeister` and its subcommands."""

from __future__ import annotations

from cyclopts import App

from baumeister import __version__
from baumeister.cli.play import play
from baumeister.cli.records import check_command, export_command, replay_command, schema_command
from baumeister.cli.rules import rules
from baumeister.cli.selfplay import selfplay

app = App(
    name="baumeister",
    version=__version__,
    help="Play, check and study the board game Manhattan.",
    help_format="plaintext",
)
app.command(play)
app.command(selfplay)
app.command(check_command, name="check")
app.command(replay_command, name="replay")
app.command(export_command, name="export")
app.command(rules)
app.command(schema_command, name="schema")


def main() -> None:
    app()
