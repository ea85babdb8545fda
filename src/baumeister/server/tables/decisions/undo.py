"""Undo, possible only if nothing hidden has been revealed since."""

from __future__ import annotations

from baumeister.core.chance import CHANCE
from baumeister.server.tables.errors import TableError
from baumeister.server.tables.table import AnyMatch, Table, match_after


def undo_target(table: Table, seat: int) -> int:
    """The number of log lines to keep if the seat takes back its last decision; TableError if it
    cannot."""
    lines = table.story.game_lines()
    own = [number for number, (actor, _, _) in enumerate(lines) if actor == seat]
    if not own:
        raise TableError("there is no decision to take back")
    to = own[-1]
    if any(actor == CHANCE for actor, _, _ in lines[to:]):
        raise TableError("no undo: cards have been drawn or revealed since")
    match = match_after(table, to)
    if match.version != to:
        raise TableError("no undo: others have decided at the same time")
    if _revealed(table, match, to):
        raise TableError("no undo: hidden information has been revealed since")
    return to


def _revealed(table: Table, match: AnyMatch, to: int) -> bool:
    """True if anybody knows more now than then, apart from the decisions themselves."""
    game, now = table.game, table.match.state
    viewers = (None, *range(len(table.seats)))
    then = match.state
    for number, (actor, text, moment) in enumerate(table.story.game_lines()):
        action = game.parse(text)
        if number >= to:
            then = game.apply(then, actor, action)
        if any(
            game.seen(moment, actor, action, viewer, then)
            != game.seen(moment, actor, action, viewer, now)
            for viewer in viewers
        ):
            return True
    return False
