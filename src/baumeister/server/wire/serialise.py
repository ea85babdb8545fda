"""From tables to messages: what somebody may know, and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec

from baumeister.core.errors import BaumeisterError, IllegalError, OptionsError, SubmitError
from baumeister.core.game import AnyGame
from baumeister.games.clauses import reason_in
from baumeister.records import Record, export_for
from baumeister.server.tables.table import AnyMatch, Status, Table
from baumeister.server.tables.viewer import User
from baumeister.server.wire import messages as m
from baumeister.server.wire.games import wire_of

_encoder = msgspec.json.Encoder()

encode = _encoder.encode
"""The bytes of a message."""


def view_of(game: AnyGame, view: Any) -> m.AnyView:
    """A view as it is sent."""
    return wire_of(game).view(view)


def choices_of(match: AnyMatch, seat: int) -> tuple[list[str], list[list[str]] | None]:
    """The legal actions of a seat that owes a decision: a list, or the factors of a product."""
    legal = match.legal(seat)
    product = wire_of(match.game).product(legal)
    return [] if product else [str(action) for action in legal], product


def preview(table: Table, seat: int, action: str, request: int) -> m.Previewed:
    """What an action would do to the board and the points; nothing hidden comes out by it."""
    return m.Previewed(request, *previewed(table.match, seat, action))


def previewed(match: AnyMatch, seat: int, action: str) -> tuple[list[int], m.AnyPreview]:
    """How everybody would stand after an action, and the board; SubmitError if it is refused."""
    draft, game = match.copy(), match.game
    if draft.pending.get(seat) and seat not in draft.waiting_for:
        draft.retract(seat)  # to decide otherwise is possible as long as others think
    draft.copy().submit(seat, action)  # raises what is wrong with it
    after = draft.after(seat, game.parse(action))
    return list(game.standing(after)), wire_of(game).preview(game.view(after, seat))


def record_for(table: Table, user: User | None, started: str | None) -> Record:
    """The record as this person may have it: whole once the game is over."""
    record = table.record(started)
    if table.status == Status.OVER:
        return record
    return export_for(record, table.viewer(user.ids) if user else None)


def problem(
    error: BaumeisterError,
    request: int | None = None,
    fresh: m.TableMessage | None = None,
    *,
    language: str = "en",
) -> m.Problem:
    """An error as it is sent: what the rules say in this language, all else in English."""
    refusal = error.refusal if isinstance(error, IllegalError) else None
    return m.Problem(
        code=error.code,
        reason=reason_in(language, refusal) if refusal else error.reason,
        id=request,
        clause=error.clause,
        possible=list(error.possible) if isinstance(error, SubmitError) else [],
        field=error.field if isinstance(error, OptionsError) else None,
        fresh=fresh,
    )
