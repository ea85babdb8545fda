"""`baumeister rules`: the rule reference."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter
from rich.padding import Padding
from rich.text import Text

from baumeister.cli.console import out, print_json, stop
from baumeister.cli.shared import GameArgument, default_game, find_game
from baumeister.core.registry import registry
from baumeister.games.clauses import Clause, clauses_of

Language = Literal["en", "de", "nl", "fr"]


def rules(
    game_id: Annotated[str | None, GameArgument] = None,
    clause: Annotated[
        str | None, Parameter(name=["CLAUSE"], help="A clause or a section, such as M2.5 or M2.")
    ] = None,
    /,
    *,
    language: Annotated[Language, Parameter(help="The language of the texts.")] = "en",
    json: Annotated[bool, Parameter(help="Print the clauses as JSON.", negative=())] = False,
) -> None:
    """Show the rules, clause by clause."""
    if game_id and clause is None and game_id not in registry().plugins:
        owner = _game_with_clause(game_id)  # `rules M2.5`
        if owner:
            game_id, clause = owner, game_id
    game = find_game(game_id or default_game())
    book = clauses_of(game, language)
    if not book.ids():
        stop(f"the game {game.id} brings no rule texts")
    found = book.matching(clause or "")
    if not found:
        stop(f"no clause {clause!r}; the sections are {', '.join(book.sections())}")
    if json:
        print_json([each._asdict() for each in found])
        return
    for each in found:
        _print(each)


def _game_with_clause(clause_id: str) -> str | None:
    """The id of the game that has this clause or section."""
    for game_id, plugin in registry().plugins.items():
        if clause_id.upper() in clauses_of(plugin.game).ids():
            return game_id
    return None


def _print(clause: Clause) -> None:
    if clause.id == clause.section:
        out.print()
    out.print(Text.assemble((clause.id, "bold cyan"), " ", (clause.title, "bold")))
    if clause.text:
        out.print(Padding(Text(clause.text), (0, 0, 0, 4)))
