"""Views, previews, records and errors as they are sent: what the reader may know, no more."""

from __future__ import annotations

from typing import Any

import msgspec

from baumeister.core.errors import BaumeisterError, IllegalError, OptionsError, SubmitError
from baumeister.core.game import AnyGame
from baumeister.core.position_text.parts import PositionTextError
from baumeister.games.clauses import reason_in
from baumeister.games.problems import problem_in
from baumeister.records import Record, export_for
from baumeister.server.tables.recorded import record_of_table
from baumeister.server.tables.table import AnyMatch, Status, Table
from baumeister.server.tables.viewer import User
from baumeister.server.wire import messages as m
from baumeister.server.wire.games import wire_of

_encoder = msgspec.json.Encoder()

encode = _encoder.encode
"""Encode a message as JSON."""


def view_of(game: AnyGame, view: Any) -> m.AnyView:
    """A view as it is sent."""
    return wire_of(game).view(view)


def choices_of(match: AnyMatch, seat: int) -> tuple[list[str], list[list[str]] | None]:
    """The legal actions of a seat that owes a decision: a list, or the factors of a product."""
    legal = match.legal(seat)
    product = wire_of(match.game).product(legal)
    return [] if product else list(map(str, legal)), product


def preview(table: Table, seat: int, action: str, request: int) -> m.Previewed:
    """The answer to a preview request; reveals nothing hidden."""
    return m.Previewed(request, *previewed(table.match, seat, action))


def previewed(match: AnyMatch, seat: int, action: str) -> tuple[list[int], m.AnyPreview]:
    """The standing and the board after an action; SubmitError if it is illegal."""
    draft, game = match.copy(), match.game
    if draft.pending.get(seat) and seat not in draft.waiting_for:
        draft.retract(seat)  # a decision may be changed while others are deciding
    draft.copy().submit(seat, action)  # raises the error of an illegal action
    after = draft.after(seat, game.parse(action))
    return list(game.scored_now(after)), wire_of(game).preview(game.view(after, seat))


def standing_for(match: AnyMatch, seat: int | None) -> list[int]:
    """The standing, with the seat's pending decisions."""
    state = match.state if seat is None else match.own_state(seat)
    return list(match.game.scored_now(state))


def record_for(table: Table, user: User | None, started: str | None) -> Record:
    """The record as the user may see it: complete once the game is over."""
    record = record_of_table(table, started)
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
    """An error as a message: in this language if it is explained in it, else in English."""
    explained = _explained(error, language)
    return m.Problem(
        code=error.code,
        reason=explained or error.reason,
        explained=explained is not None,
        id=request,
        clause=error.clause,
        possible=list(error.possible) if isinstance(error, SubmitError) else [],
        field=error.field if isinstance(error, (OptionsError, PositionTextError)) else None,
        column=error.column if isinstance(error, PositionTextError) else None,
        fresh=fresh,
    )


def _explained(error: BaumeisterError, language: str) -> str | None:
    if isinstance(error, IllegalError):
        return reason_in(language, error.refusal)
    return problem_in(language, error.message) if error.message else None
