"""Services with deliberate leaks, each in another place."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from baumeister.core.match import Match
from baumeister.games.manhattan.game import Manhattan
from baumeister.games.tangram_city import view as tangram_city_view
from baumeister.server.http import records
from baumeister.server.live import commands, event_log, hub
from baumeister.server.socket import client as socket_client
from baumeister.server.tables import events as e
from baumeister.server.tables.table import Table
from baumeister.server.wire import serialise, shared, table_messages, tangram_city, updates
from baumeister.server.wire.tangram_city.views import scoring as city_scoring


def the_pile(to: pytest.MonkeyPatch) -> None:
    """Reveals which of the unseen cards are in the pile."""
    view = Manhattan.view
    to.setattr(Manhattan, "view", lambda s, at, seat: view(at, seat)._replace(unseen=at.pile))


def draws(to: pytest.MonkeyPatch) -> None:
    """Reveals the unredacted story."""
    to.setattr(Manhattan, "seen", lambda s, made, actor, action, viewer, now: str(action))


def cards(to: pytest.MonkeyPatch) -> None:
    """Reveals every card of the round."""
    to.setattr(tangram_city_view, "may_see", lambda *_: True)


def pending(to: pytest.MonkeyPatch) -> None:
    """Reveals the pending decisions of others."""
    state = table_messages.seat_state

    def leaking(table: Table, seat: int) -> Any:
        decided = [str(each) for actions in table.match.pending.values() for each in actions]
        return msgspec.structs.replace(state(table, seat), decided=decided)

    for module in (table_messages, updates):
        to.setattr(module, "seat_state", leaking)


def scoring(to: pytest.MonkeyPatch) -> None:
    """Reveals the scoring of cities including pending decisions."""
    state = table_messages.seat_state

    def leaking(table: Table, seat: int) -> Any:
        shown, after = state(table, seat), table.match.state
        whole = tangram_city.view(table.match.view(seat))
        for actor, actions in table.match.pending.items():
            for action in actions:
                after = table.game.apply(after, actor, action)
        boards = [
            msgspec.structs.replace(city, now=city_scoring(board))
            for city, board in zip(whole.boards, after.boards, strict=True)
        ]
        view = msgspec.structs.replace(whole, boards=boards)
        return msgspec.structs.replace(shown, view=view)

    for module in (table_messages, updates):
        to.setattr(module, "seat_state", leaking)


def shared_view(to: pytest.MonkeyPatch) -> None:
    """Makes the part of the view that all share from what one seat sees."""

    def leaking(self: shared.Board, table: Table) -> Any:
        return self.wire.view(table.match.view(1))

    to.setattr(shared.Board, "view", leaking)


def shared_story(to: pytest.MonkeyPatch) -> None:
    """Takes every line of the story for public."""
    line = shared._line

    def leaking(table: Table, entry: Any, moment: Any) -> Any:
        found = line(table, entry, moment)
        return found._replace(public=entry, hidden=None)

    to.setattr(shared, "_line", leaking)


def rounds(to: pytest.MonkeyPatch) -> None:
    """Reveals the pile at the time a round was scored."""
    scored = records.scored_rounds

    def leaking(game: Any, steps: Any) -> Any:
        for step, found in scored(game, steps):
            yield step._replace(after=step.after._replace(played=step.after.pile)), found

    to.setattr(records, "scored_rounds", leaking)


def every_change(to: pytest.MonkeyPatch) -> None:
    """Sends a message whenever anything happens."""
    encoded_update = socket_client.encoded_update

    def leaking(table_id: str, table: Table, user: Any, told: Any, now: int, **more: Any) -> Any:
        told.mark = shared.Mark(told.mark.info, told.mark.length, (), told.mark.moment)
        return encoded_update(table_id, table, user, told, now, **more)

    to.setattr(socket_client, "encoded_update", leaking)


def row_number(to: pytest.MonkeyPatch) -> None:
    """Reveals the number of log rows through the length of a message."""
    table = socket_client.Client._table

    def leaking(self: socket_client.Client, table_id: str) -> bytes | None:
        sent = table(self, table_id)
        return sent and sent + b" " * self.watched[table_id].live.n

    to.setattr(socket_client.Client, "_table", leaking)


def changes_of_all(to: pytest.MonkeyPatch) -> None:
    """Counts the decisions of others in a seat's version."""

    def changed(self: Any, actor: int) -> None:
        del actor
        for seat in range(self._players):
            self._changes[seat] = self._changes.get(seat, 0) + 1

    to.setattr(Match, "_changed", changed)


def errors(to: pytest.MonkeyPatch) -> None:
    """Names pending decisions of others in the suggestions of an error."""
    to.setattr(Match, "_nearest", lambda self, *_: [str(self.pending)])


def export(to: pytest.MonkeyPatch) -> None:
    to.setattr(serialise, "export_for", lambda record, viewer: record)


def preview(to: pytest.MonkeyPatch) -> None:
    """Shows the whole view after an action; in a solo game that includes the next card."""
    to.setattr(tangram_city, "preview", tangram_city.view)


def clocks(to: pytest.MonkeyPatch) -> None:
    """Adds time for every decision, also for changed and partial ones."""
    apply = Table.apply

    def leaking(self: Table, event: e.AnyEvent) -> None:
        apply(self, event)
        if isinstance(event, e.Acted):
            self.clocks.left[event.seat] += 1000

    to.setattr(Table, "apply", leaking)


def times(to: pytest.MonkeyPatch) -> None:
    """Reveals in lists when anything last happened."""
    to.setattr(event_log, "_FREQUENT", ())


def log(to: pytest.MonkeyPatch) -> None:
    decide = commands.decide

    def leaking(table: Table, user: Any, command: Any, *more: Any) -> Any:
        hub.log.info("%s", command)
        return decide(table, user, command, *more)

    to.setattr(commands, "decide", leaking)
