"""Pauses and undos: most need everybody's consent."""

from __future__ import annotations

from baumeister.server.tables import commands as c
from baumeister.server.tables import events as e
from baumeister.server.tables.decisions.checks import check_own, check_playing
from baumeister.server.tables.decisions.undo import undo_target
from baumeister.server.tables.errors import TableError
from baumeister.server.tables.table import Table
from baumeister.server.tables.viewer import User


def consent(
    table: Table, user: User, command: c.Ask | c.Answer | c.Resume, now: int
) -> list[e.AnyEvent]:
    check_own(table, user, command.seat)
    check_playing(table)
    first: e.AnyEvent
    match command:
        case c.Resume(seat=seat):
            if not table.paused:
                raise TableError("the game is not paused")
            return [e.Resumed(at=now, seat=seat)]
        case c.Ask(matter=matter, seat=seat):
            if table.proposal:
                raise TableError(f"there is already a proposal: {table.proposal.matter}")
            if matter == "pause" and table.paused:
                raise TableError("the game is already paused")
            to = 0
            if matter == "undo":
                alone = table.people() <= user.ids
                to = undo_target(table, seat, alone=alone)
                if alone or (table.grace and table.grace.seat == seat):
                    return [e.Undone(at=now, to=to, seat=seat)]
            first = e.Asked(at=now, matter=matter, seat=seat, to=to)
            agreed = {seat}
        case c.Answer(seat=seat, yes=yes):
            if not table.proposal or (yes and seat in table.proposal.agreed):
                raise TableError("there is no proposal to answer")
            if not yes:  # from the player who asked: withdrawn
                return [e.Answered(at=now, seat=seat, yes=False)]
            first = e.Answered(at=now, seat=seat, yes=True)
            agreed = table.proposal.agreed | {seat}
            matter, to = table.proposal.matter, table.proposal.to
            seat = table.proposal.seat
    people = {table.seats[each].person for each in agreed} | user.ids
    if any(table.seats[each].person not in people for each in table.humans()):
        return [first]
    if matter == "pause":
        return [first, e.Paused(at=now)]
    return [first, e.Undone(at=now, to=to, seat=seat)]
