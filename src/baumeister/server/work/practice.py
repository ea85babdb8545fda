"""Practice positions: the client keeps the log, sends one action and what follows by script.

Nothing is stored and there are no opponents, so nothing is hidden. It runs in a worker, because
every line is checked like a player's input.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from baumeister.core.chance import CHANCE, split_line
from baumeister.core.errors import BaumeisterError, SubmitError
from baumeister.core.game import check_seat
from baumeister.core.match import Match
from baumeister.core.registry import find
from baumeister.records import Step
from baumeister.server.tables.errors import BadInputError
from baumeister.server.tables.table import AnyMatch
from baumeister.server.wire.messages import AnyPreview
from baumeister.server.wire.payloads.play import Position, PracticeBody, Practised, RoundScored
from baumeister.server.wire.positions import position_of, round_scored, scored_rounds
from baumeister.server.wire.serialise import choices_of, previewed, standing_for, view_of


def practise(request: PracticeBody) -> Practised:
    """Play a practice request; SubmitError refuses the action, BadInputError the script."""
    game = find(request.game)
    options = game.options(request.options)
    match: AnyMatch = Match(game, options)
    try:
        check_seat(request.seat, game.players(options))
    except BaumeisterError as error:
        raise BadInputError(error.reason) from None
    log = list(request.log)
    _play(match, log, "log")
    shown: tuple[list[int], AnyPreview] | None = None
    if request.action is None:
        if request.preview or request.then:
            raise BadInputError("preview and then need an action")
    elif request.preview:
        shown = previewed(match, request.seat, request.action)
    else:
        match.submit(request.seat, request.action)
        _play(match, request.then, "then")
        log += [f"{request.seat} {request.action}", *request.then]
    owes = request.seat in match.waiting_for
    legal, product = choices_of(match, request.seat) if owes else ([], None)
    standing, preview = shown or (standing_for(match, request.seat), None)
    return Practised(
        log=log,
        position=position_for(match, request.seat, all_hands=True),
        legal=legal,
        product=product,
        standing=standing,
        preview=preview,
        scored=scored_for(match, request.seat),
        result=match.outcome.as_result() if match.outcome else None,
    )


def _play(match: AnyMatch, lines: Sequence[str], name: str) -> None:
    for number, line in enumerate(lines, start=1):
        try:
            match.submit(*split_line(line))
        except SubmitError as error:
            reason = f"{name}, line {number}: {error.reason}"
            raise BadInputError(reason, clause=error.clause) from None


def position_for(match: AnyMatch, seat: int, *, all_hands: bool) -> Position:
    """The position as the seat sees it, with its pending decisions."""
    return msgspec.structs.replace(
        position_of(match.game, match.version, match.state, seat, all_hands=all_hands),
        view=view_of(match.game, match.view(seat)),
        standing=standing_for(match, seat),
        owing=[actor for actor in match.waiting_for if actor != CHANCE],
    )


def scored_for(match: AnyMatch, seat: int) -> RoundScored | None:
    """The last scored round and the table after it."""
    after = [*(entry.before for entry in match.log[1:]), match.state]
    steps = [Step(at + 1, *entry, after[at]) for at, entry in enumerate(match.log)]
    rounds = list(scored_rounds(match.game, steps))
    return round_scored(match.game, *rounds[-1], seat) if rounds else None
