"""The report that `baumeister analyse --position` prints."""

from __future__ import annotations

from random import Random

from rich.table import Table
from rich.text import Text

from baumeister.bots.analysis.evaluator import Alternative
from baumeister.bots.bot import Budget
from baumeister.bots.hints import Hint, hint_at
from baumeister.bots.words import say, sentence
from baumeister.cli.console import err, out, print_json
from baumeister.cli.records.show import print_view
from baumeister.core.position_text import ParsedPosition, parse_position


def print_position(
    text: str, seat: int | None, budget: Budget, *, seed: int, language: str, json: bool
) -> None:
    """Print the best actions of the deciding seat, judged by what it may know."""
    position = parse_position(text)
    seat = position.decider(seat)
    with err.status("Thinking"):
        found = hint_at(position, seat=seat, budget=budget, rng=Random(seed))
    if json:
        print_json({"seat": seat, **found.data()})
        return
    print_view(position.game, position.view_for(seat))
    _print_hint(position, seat, found, language)


def _print_hint(position: ParsedPosition, seat: int, found: Hint, language: str) -> None:
    game = position.game
    names = [f"player {player}" for player in range(game.players(position.options))]
    table = Table(box=None, padding=(0, 1))
    for title in (f"player {seat}", "chance", "points"):
        table.add_column(title, justify="left" if title.startswith("player") else "right")
    rows: list[Hint | Alternative] = [found, *found.alternatives]
    for row in rows:
        chance = "" if row.chance is None else f"{100 * row.chance:.0f} %"
        points = "" if row.points is None else f"{row.points:.1f}"
        table.add_row(Text(str(row.action), "bold" if row is found else ""), chance, points)
    out.print(table)
    out.print(Text(sentence(game, found.reasons, language, names)))
    for reason in say(game, found.contrast, language, names):
        out.print(Text(f"– {reason}"))
