"""Tables as messages: what one client may know of a table, and no more."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

from baumeister.server.tables import events as e
from baumeister.server.tables.pace import Live, Untimed
from baumeister.server.tables.recorded import fairness_of
from baumeister.server.tables.table import Status, Table
from baumeister.server.tables.viewer import User, preview_key, takes_part
from baumeister.server.wire import messages as m
from baumeister.server.wire.games import wire_of
from baumeister.server.wire.serialise import choices_of, standing_for
from baumeister.server.wire.shared import shared_of

_MARK: Final = msgspec.Raw(b'"?"')
MISSING: Final = b'"seats":"?"'
"""Stands where the seats of a player go; inside a JSON text these quotes would be escaped."""


class Wanted(NamedTuple):
    """The parts of a table that a client does not have yet."""

    own: tuple[int, ...]
    """The seats of the user."""
    story: int
    """The first entry of the story."""
    chat: tuple[e.Room, int, frozenset[str]] | None
    """The room, the last line the client has, and the people it has muted."""
    moved: bool
    """The position."""
    info: bool


def message_of(
    table_id: str,
    table: Table,
    user: User | None,
    wanted: Wanted,
    now: int,
    *,
    without_seats: bool = False,
) -> m.TableMessage:
    """A message with the parts that a client wants; `without_seats` leaves a mark where those of a
    player go."""
    shared = shared_of(table)
    own, moved = wanted.own, wanted.moved
    started = table.status in (Status.PLAYING, Status.OVER)
    points = shared.board.points(table)
    seats: Any = None
    if without_seats:
        seats = _MARK
    elif moved:
        seats = [seat_state(table, seat) for seat in own] if started else []
    return m.TableMessage(
        table=table_id,
        story_from=wanted.story,
        story=shared.story(table, viewer_of(own), wanted.story),
        owing=shared.owing,
        info=table_info(table, user) if wanted.info else None,
        standing=points.standing if moved else None,
        points=points.points if moved else None,
        just_scored=started and points.just_scored,
        seats=seats,
        view=shared.board.view(table) if seats == [] and started else None,
        paused=table.paused,
        clocks=_clocks(table, now),
        proposal=shared.proposal,
        grace=_grace(table, now),
        absent=[_absence(now, *each) for each in shared.absent],
        chat=chat_lines(table, *wanted.chat) if wanted.chat else [],
    )


def viewer_of(own: tuple[int, ...]) -> int | None:
    """The seat whose secrets the user may see. A user with several seats shares one screen with
    other players, so sees what all may see."""
    return own[0] if len(own) == 1 else None


def table_info(table: Table, user: User | None) -> m.TableInfo:
    created = table.created
    fair = fairness_of(table)
    is_host = user is not None and created.host in user.ids
    return m.TableInfo(
        game=created.game,
        options=created.options,
        seats=[_seat_info(seat, user) for seat in table.seats],
        status=table.status.value,
        pace=created.pace,
        autostart=created.autostart,
        listed=created.listed,
        watchable=table.watchable,
        chat=table.chat_on,
        host=is_host,
        invite=created.invite if takes_part(table, user) else None,
        preview=preview_key(table) if table.ended and takes_part(table, user) else None,
        chance=m.Chance(fair.commitment, list(fair.salts), fair.seed),
        created=created.at,
        started=table.started,
        result=_result(table),
        rematch=table.rematch,
        rematch_of=created.rematch_of,
        take_backs=table.take_backs > 0,
        friendly=created.friendly,
        hints=table.allows_hints,
        removed=[m.Removed(*each) for each in table.removed.items()] if is_host else [],
    )


def summary(table: Table) -> m.Summary:
    """A table as lists show it. Bulky options (lists of objects) are left out."""
    options = table.created.options
    outcome = table.match.outcome if table.ended else None
    return m.Summary(
        game=table.created.game,
        options={name: value for name, value in options.items() if not _is_bulky(value)},
        seats=[
            m.SummarySeat(seat.kind, seat.name, seat.person, seat.bot, seat.gone)
            for seat in table.seats
        ],
        pace=table.created.pace,
        ranks=list(table.ranks() or ()),
        take_backs=table.take_backs > 0,
        scores=list(outcome.scores) if outcome else [],
    )


def _seat_info(seat: e.Seat, user: User | None) -> m.SeatInfo:
    you = user is not None and seat.kind == "human" and seat.person in user.ids
    return m.SeatInfo(
        seat.kind, seat.name, seat.person, seat.bot, you=you, ready=seat.ready, gone=seat.gone
    )


def seat_state(table: Table, seat: int) -> m.SeatState:
    """A seat as its player sees it."""
    match, board = table.match, shared_of(table).board
    legal, product = choices_of(match, seat) if seat in table.owing else ([], None)
    pending = match.pending.get(seat, ())
    return m.SeatState(
        seat=seat,
        version=table.version_for(seat),
        view=board.wire.seat_view(board.view(table), match.view(seat)),
        decided=list(map(str, pending)),
        standing=standing_for(match, seat) if pending else None,
        legal=legal,
        product=product,
    )


def _result(table: Table) -> m.Result | None:
    ranks = table.ranks()
    if ranks is None or table.ended is None:
        return None
    outcome = table.match.outcome
    return m.Result(
        ranks=list(ranks),
        scores=list(outcome.scores if outcome else table.standing()),
        gone=table.ended.gone,
        details=wire_of(table.game).details(outcome) if outcome else None,
    )


def _clocks(table: Table, now: int) -> m.ClockState | None:
    clocks = table.clocks
    if isinstance(clocks.pace, Untimed) or table.status != Status.PLAYING:
        return None
    banks = clocks.left if isinstance(clocks.pace, Live) else [0] * len(table.seats)
    left = [max(0, bank) for bank in banks]
    for seat in clocks.since:
        deadline = clocks.deadline(seat)
        if deadline is not None:
            left[seat] = max(0, deadline - now)
    return m.ClockState(now, left, sorted(clocks.since))


def _grace(table: Table, now: int) -> m.GraceInfo | None:
    if table.grace is None or table.status != Status.PLAYING:
        return None
    return m.GraceInfo(table.grace.seat, max(0, table.grace.until - now))


def _absence(now: int, seat: int, left: int | None, at: int | None) -> m.Absence:
    ago = None if left is None else max(0, now - left)
    return m.Absence(seat, ago, None if at is None else max(0, at - now))


def chat_lines(table: Table, room: e.Room, since: int, mutes: frozenset[str]) -> list[m.ChatLine]:
    """The chat of the user's room."""
    return [
        m.ChatLine(number, room, each.at, each.person, each.name, each.text)
        for number, each in table.chat[room]
        if number > since and each.person not in mutes
    ]


def _is_bulky(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(each, dict) for each in value)
