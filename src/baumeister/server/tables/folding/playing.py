"""Apply the events of the game itself: decisions, chance and undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from baumeister.core.chance import CHANCE
from baumeister.server.tables import events as e
from baumeister.server.tables.state import AnyMatch, Grace

if TYPE_CHECKING:
    from baumeister.server.tables.table import Table


def play(table: Table, event: e.Acted | e.Retracted | e.Rolled | e.Undone) -> None:
    match event:
        case e.Acted(seat=seat, action=action):
            shown = table.match.submit(seat, action)
            if shown or seat not in table.match.waiting_for:
                table.clocks.stop(seat, event.at, decided=True)
            table.keep_key(event)
            if table.proposal and table.proposal.matter == "undo":
                table.proposal = None
            table.grace = Grace(seat, event.at + event.grace) if event.grace else None
        case e.Retracted(seat=seat):
            done = seat not in table.match.waiting_for
            table.match.retract(seat)
            table.keep_key(event)
            if done:
                table.clocks.take_back(seat)
        case e.Rolled(actions=actions):
            table.grace = None
            for action in actions:
                table.match.submit(CHANCE, action)
        case e.Undone(to=to, seat=seat):
            _undo(table, to)
            table.grace = None
            table.take_backs += 1
            table.info_version += 1
            if seat is not None:
                table.clocks.take_back(seat)
            table.note(event, what="undone", to=to, seat=seat)
    _tell(table, event)


def _tell(table: Table, event: e.Event) -> None:
    """Add what the match has logged to the story."""
    entries = table.match.forget()
    table.snapshots.add(table.match)
    states = [*(entry.before for entry in entries[1:]), table.match.state]
    for entry, after in zip(entries, states, strict=False):
        table.story.add_line(entry.actor, str(entry.action), table.game.moment(entry.before))
        if text := table.game.effect(entry.before, entry.action, after):
            table.note(event, what="effect", text=text)


def _undo(table: Table, to: int) -> None:
    """Go back to a line. Every seat's version increases by one, so that it does not
    reveal how often others have changed their minds."""
    before = table.versions()
    table.match = match_after(table, to)
    table.snapshots.cut(to)
    now = table.match.versions()
    table.version_base = [version + 1 - own for version, own in zip(before, now, strict=True)]
    table.proposal = None


def match_after(table: Table, to: int) -> AnyMatch:
    """The match of the table after the given number of lines."""
    return table.snapshots.match_after(table.match, table.story, to)
