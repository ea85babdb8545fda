"""The analysis board: any position, followed by lines for all players and for chance.

Nothing is stored. A whole position hides nothing; where the root is a view, a random state that
fits it is played, so nothing that was hidden can be learned from it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from baumeister.core.chance import CHANCE, split_line
from baumeister.core.errors import BaumeisterError, SubmitError
from baumeister.core.game import AnyGame, check_seat
from baumeister.core.match import Match
from baumeister.core.position_text import (
    ParsedPosition,
    has_position_text,
    no_position_text,
    parse_position,
    position_text,
    view_text,
)
from baumeister.core.registry import find
from baumeister.server.tables.errors import BadInputError
from baumeister.server.tables.table import AnyMatch
from baumeister.server.wire.messages import AnyPreview
from baumeister.server.wire.payloads.study import ExploredPosition, PositionBody
from baumeister.server.wire.positions import position_of
from baumeister.server.wire.serialise import choices_of, previewed, standing_for, view_of

MOST_OUTCOMES: Final = 60
"""Outcomes of chance to list: a deal may have thousands."""


def explore(request: PositionBody) -> ExploredPosition:
    """The position that the request leads to; an error names the line that is not possible."""
    root = root_of(request)
    match = match_from(root, request.lines, request.seed)
    seat = _seat(root, match, request.seat)
    shown: tuple[list[int], AnyPreview] | None = None
    lines = list(request.lines)
    if request.action is not None:
        if seat is None:
            raise BadInputError("no player has to decide here")
        if request.preview:
            shown = previewed(match, seat, request.action)
        else:
            match.submit(seat, request.action)
            lines.append(f"{seat} {request.action}")
    elif request.preview:
        raise BadInputError("preview needs an action")
    if request.roll:
        lines += map(str, match.roll(random.Random(f"{request.seed} {len(lines)}")))
    if request.seat is None and not request.preview:
        seat = _seat(root, match, None)
    return _explored(root, match, lines, seat, shown)


def root_of(request: PositionBody) -> ParsedPosition:
    """The first position of a request."""
    if (request.position is None) == (request.game is None):
        raise BadInputError("give either a position or a game")
    if request.position is not None:
        return parse_position(request.position)
    game = find(str(request.game))
    if not has_position_text(game):
        raise no_position_text(game)
    options = game.options(request.options)
    return ParsedPosition(game, options, game.new(options), None)


def match_from(root: ParsedPosition, lines: Sequence[str], seed: int) -> AnyMatch:
    """A match that has played the lines from the root; what a view hides follows from the seed."""
    match: AnyMatch = Match(root.game, root.options).at(root.complete(random.Random(seed)), 0)
    for number, line in enumerate(lines, start=1):
        try:
            match.submit(*split_line(line))
        except SubmitError as error:
            reason = f"line {number}: {error.reason}"
            raise BadInputError(reason, clause=error.clause) from None
    return match


def _seat(root: ParsedPosition, match: AnyMatch, asked: int | None) -> int | None:
    """The seat asked for, the viewer if it decides, the first that decides, or the viewer."""
    if asked is not None:
        try:
            check_seat(asked, root.game.players(root.options))
        except BaumeisterError as error:
            raise BadInputError(error.reason) from None
        return asked
    viewer = root.view.seat if root.view is not None else None
    waiting = [actor for actor in match.waiting_for if actor != CHANCE]
    if viewer in waiting or not waiting:
        return viewer
    return waiting[0]


def _explored(
    root: ParsedPosition,
    match: AnyMatch,
    lines: list[str],
    seat: int | None,
    shown: tuple[list[int], AnyPreview] | None,
) -> ExploredPosition:
    game = root.game
    owes = seat is not None and seat in match.waiting_for
    legal, product = choices_of(match, seat) if owes and seat is not None else ([], None)
    standing, preview = shown or (standing_for(match, seat), None)
    position = position_of(game, len(lines), match.state, seat, all_hands=root.view is None)
    return ExploredPosition(
        game=game.id,
        options=game.options_data(root.options),
        root=_text(root, root.state),
        text=_text(root, match.state),
        lines=lines,
        seat=seat,
        viewer=root.view.seat if root.view is not None else None,
        is_view=root.view is not None,
        position=msgspec.structs.replace(
            position,
            view=view_of(game, match.view(seat)),
            standing=standing_for(match, seat),
            owing=[actor for actor in match.waiting_for if actor != CHANCE],
        ),
        legal=legal,
        product=product,
        decided=[str(each) for each in match.pending.get(-2 if seat is None else seat, [])],
        outcomes=_outcomes(game, match),
        effects=_effects(game, match),
        standing=standing,
        preview=preview,
        result=match.outcome.as_result() if match.outcome else None,
    )


def _text(root: ParsedPosition, state: Any) -> str:
    if root.view is None:
        return position_text(root.game, state)
    view = root.view if state is None else root.game.view(state, root.view.seat)
    return view_text(root.game, view)


def _outcomes(game: AnyGame, match: AnyMatch) -> list[str]:
    """The outcomes of the last line, if chance made it."""
    if not match.log or match.log[-1].actor != CHANCE or match.pending:
        return []
    possible = game.legal(match.log[-1].before, CHANCE)
    if len(possible) > MOST_OUTCOMES:
        return []
    return [str(each) for each in possible]


def _effects(game: AnyGame, match: AnyMatch) -> list[str | None]:
    states = [*(entry.before for entry in match.log), match.state]
    return [
        game.effect(entry.before, entry.action, after)
        for entry, after in zip(match.log, states[1:], strict=True)
    ]
