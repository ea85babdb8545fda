"""Undo: free for a person alone with bots, among people without gaining hidden information.

A chance event that is taken back happens again with the same outcome, because chance depends only
on the seed and the number of the line: nobody can draw again and hope for a better card.
"""

from __future__ import annotations

from typing import Final

from baumeister.core.chance import CHANCE
from baumeister.server.tables.errors import TableError
from baumeister.server.tables.folding.playing import match_after
from baumeister.server.tables.table import AnyMatch, Table

MAX_UNDOS: Final = 200
"""Per table; a record may have more."""


def undo_target(table: Table, seat: int, *, alone: bool) -> int:
    """The number of log lines to keep if the seat takes back its last decision; TableError if it
    cannot. `alone`: nobody else plays, so that there are no secrets of others."""
    if table.take_backs >= MAX_UNDOS:
        raise TableError(f"no undo: there have been {MAX_UNDOS} in this game")
    lines = table.story.game_lines()
    own = [number for number, (actor, _, _) in enumerate(lines) if actor == seat]
    if not own:
        raise TableError("there is no decision to take back")
    to = own[-1]
    match = match_after(table, to)
    if alone:
        return match.version  # decisions made at the same time are taken back together
    if match.version != to:
        raise TableError("no undo: others have decided at the same time")
    since = [actor for actor, _, _ in lines[to:]]
    others = {each for each in since if each not in (CHANCE, seat) and table.seats[each].person}
    if CHANCE in since and others:
        raise TableError("no undo: others have decided since cards were drawn or revealed")
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
