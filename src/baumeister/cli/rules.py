"""`baumeister rules`: the rule reference."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from cyclopts import Parameter
from rich.padding import Padding
from rich.text import Text

from baumeister.cli.console import out, print_json, stop
from baumeister.core.errors import BaumeisterError
from baumeister.core.registry import find, games
from baumeister.games.clauses import Clause, clauses_of

Language = Literal["en", "de", "nl", "fr"]


def rules(
    game_id: Annotated[str, Parameter(name=["GAME"], help="The game.")] = "manhattan",
    clause: Annotated[
        str | None, Parameter(name=["CLAUSE"], help="A clause or a section: M2.5, M2.")
    ] = None,
    /,
    *,
    language: Annotated[Language, Parameter(help="The language of the texts.")] = "en",
    json: Annotated[bool, Parameter(help="Print the clauses as JSON.", negative=())] = False,
) -> None:
    """Show the rules, clause by clause."""
    if clause is None and game_id not in games() and re.fullmatch(r"[MTmt][0-9.]+", game_id):
        clause = game_id  # `rules M2.5`
        game_id = "manhattan" if clause[0] in "Mm" else "tangram-city"
    try:
        book = clauses_of(find(game_id), language)
    except BaumeisterError as error:
        stop(str(error))
    wanted = clause.upper() if clause else None
    found = [
        book.get(each)
        for each in book.ids()
        if wanted is None or each == wanted or each.split(".")[0] == wanted
    ]
    if not found:
        stop(
            f"no clause {clause!r}; sections are {', '.join(i for i in book.ids() if '.' not in i)}"
        )
    if json:
        print_json([each._asdict() for each in found])
        return
    for each in found:
        _print(each)


def _print(clause: Clause) -> None:
    if clause.id == clause.section:
        out.print()
    out.print(Text.assemble((clause.id, "bold cyan"), " ", (clause.title, "bold")))
    if clause.text:
        out.print(Padding(Text(clause.text), (0, 0, 0, 4)))
