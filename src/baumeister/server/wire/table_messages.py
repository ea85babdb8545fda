"""Tables as messages: what one client may know of a table, and nothing else."""

from __future__ import annotations

from typing import Any

from baumeister.server.tables import events as e
from baumeister.server.tables.pace import Live, Untimed
from baumeister.server.tables.table import Status, Table
from baumeister.server.tables.viewer import Who, has_part
from baumeister.server.wire import messages as m
from baumeister.server.wire.games import wire_of
from baumeister.server.wire.serialise import choices_of, view_of


class Told:
    """What somebody was last told of a table: only the rest is sent."""

    __slots__ = ("chat", "info", "moment", "position", "room", "story")

    def __init__(self, story: int = 0, chat: int = 0) -> None:
        self.story = story
        self.chat = chat
        self.info = -1
        self.position: tuple[int, ...] | None = None
        """Of which versions of the seats the views were."""
        self.moment: object = None
        """Who owed a decision, and what else changes without a move."""
        self.room: e.Room | None = None

    def look_again(self) -> None:
        """Whoever this is may be somebody else now."""
        self.info, self.position = -1, None


def table_message(
    table_id: str,
    table: Table,
    who: Who | None,
    now: int,
    *,
    mutes: frozenset[str] = frozenset(),
) -> m.TableMessage:
    """The whole table as this person, or a stranger, may know it."""
    message = news(table_id, table, who, Told(), now, mutes=mutes)
    assert message is not None
    return message


def news(
    table_id: str,
    table: Table,
    who: Who | None,
    told: Told,
    now: int,
    *,
    mutes: frozenset[str] = frozenset(),
) -> m.TableMessage | None:
    """What this person does not know yet and may know; None if there is nothing."""
    own = table.seats_of(who.ids) if who else ()
    match, game = table.match, table.game
    viewer = table.viewer(who.ids) if who else None
    story = min(told.story, table.story.length)
    begun = table.status in (Status.PLAYING, Status.OVER)
    proposal = _proposal(table)
    versions = (table.version_for(seat) for seat in own)
    position = (table.info_changes, table.story.length, *versions)
    moment = (table.owing, table.paused, proposal, tuple(table.clocks.since.items()))
    moved = position != told.position
    room = table.room_of(who.ids if who else frozenset())
    if told.room not in (None, room):
        told.chat = 0  # sat down, or stood up: what is said in the other room
    told.room = room
    message = m.TableMessage(
        table=table_id,
        story_from=story,
        story=table.story.seen(game, match.state, viewer, story),
        owing=list(table.owing),
        info=table_info(table, who) if told.info != table.info_changes else None,
        standing=list(table.standing()) if moved else None,
        seats=([_seat_state(table, seat) for seat in own] if begun else []) if moved else None,
        view=view_of(game, match.view(None)) if moved and not own and begun else None,
        paused=table.paused,
        clocks=_clocks(table, now),
        proposal=proposal,
        chat=_chat(table, room, told.chat, mutes),
    )
    if not (moved or message.story or message.info or message.chat) and moment == told.moment:
        return None
    told.story = table.story.length
    told.info = table.info_changes
    told.position = position
    told.moment = moment
    if message.chat:
        told.chat = message.chat[-1].n
    return message


def fresh_message(
    table_id: str, table: Table, who: Who, now: int, story: int | None = None
) -> m.TableMessage:
    """The table for who was behind; the story from where this person's own ends, if known."""
    told = Told(table.story.length if story is None else story, chat=1 << 53)
    told.info = table.info_changes
    message = news(table_id, table, who, told, now)
    assert message is not None
    return message


def table_info(table: Table, who: Who | None) -> m.TableInfo:
    created = table.created
    fair = table.fairness()
    return m.TableInfo(
        game=created.game,
        options=created.options,
        seats=[_seat_info(seat, who) for seat in table.seats],
        status=table.status.value,
        pace=created.pace,
        autostart=created.autostart,
        listed=created.listed,
        watchable=created.watchable,
        chat=table.chat_on,
        host=who is not None and created.host in who.ids,
        invite=created.invite if has_part(table, who) else None,
        chance=m.Chance(fair.commitment, list(fair.salts), fair.seed),
        created=created.at,
        started=table.started,
        result=_result(table),
        rematch=table.rematch,
        rematch_of=created.rematch_of,
    )


def summary(table: Table) -> m.Summary:
    """What lists of tables show. Bulky options (lists of objects) are left out."""
    options = table.created.options
    return m.Summary(
        game=table.created.game,
        options={name: value for name, value in options.items() if not _is_bulky(value)},
        seats=[m.SummarySeat(seat.kind, seat.name, seat.person) for seat in table.seats],
        pace=table.created.pace,
        ranks=list(table.ranks() or ()),
    )


def _seat_info(seat: e.Seat, who: Who | None) -> m.SeatInfo:
    you = who is not None and seat.kind == "human" and seat.person in who.ids
    return m.SeatInfo(
        seat.kind, seat.name, seat.person, seat.bot, you=you, ready=seat.ready, gone=seat.gone
    )


def _seat_state(table: Table, seat: int) -> m.SeatState:
    match, game = table.match, table.game
    legal, product = choices_of(match, seat) if seat in table.owing else ([], None)
    return m.SeatState(
        seat=seat,
        version=table.version_for(seat),
        view=view_of(game, match.view(seat)),
        decided=[str(action) for action in match.pending.get(seat, ())],
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


def _proposal(table: Table) -> m.ProposalInfo | None:
    if table.proposal is None:
        return None
    return m.ProposalInfo(table.proposal.matter, table.proposal.seat, sorted(table.proposal.agreed))


def _chat(table: Table, room: e.Room, since: int, mutes: frozenset[str]) -> list[m.ChatLine]:
    """The talk of the room this person is in."""
    return [
        m.ChatLine(number, room, each.at, each.person, each.name, each.text)
        for number, each in table.chat[room]
        if number > since and each.person not in mutes
    ]


def _is_bulky(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(each, dict) for each in value)
