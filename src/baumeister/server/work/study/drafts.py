"""Positions set up by hand: completed, checked and explained."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from baumeister.core.position_text import compose, parse_position
from baumeister.core.position_text.parts import PositionTextError
from baumeister.core.registry import find
from baumeister.server.tables.errors import BadInputError
from baumeister.server.wire.editors import DraftModule, drafts_of
from baumeister.server.wire.payloads.study import DraftBody, DraftedPosition, PositionBody
from baumeister.server.wire.serialise import problem
from baumeister.server.work.study.board import explore


def drafted(request: DraftBody, language: str) -> DraftedPosition:
    """The completed draft with its position, or with the reason why that is impossible."""
    if (request.position is None) == (request.game is None):
        raise BadInputError("give either a position or a game")
    if request.position is not None:
        return _begun(request.position)
    game = find(str(request.game))
    module, options = drafts_of(game), game.options(request.options)
    draft = module.completed(options, _read(module, request.draft), request.seed)
    text = compose(game, options, module.fields_of(options, draft))
    explored = refused = None
    try:
        explored = explore(PositionBody(position=text))
    except PositionTextError as error:
        refused = problem(error, language=language)
    return DraftedPosition(
        game.id, game.options_data(options), msgspec.to_builtins(draft), explored, refused
    )


def _begun(text: str) -> DraftedPosition:
    """The draft of a position; of a view, with the hidden cards dealt."""
    explored = explore(PositionBody(position=text))
    found = parse_position(text)
    draft = drafts_of(found.game).draft_of(found.complete(Random(0)))
    return DraftedPosition(
        found.game.id, explored.options, msgspec.to_builtins(draft), explored, None
    )


def _read(module: DraftModule, data: dict[str, Any]) -> Any:
    try:
        return msgspec.convert(data, module.Draft)
    except msgspec.ValidationError as error:
        raise BadInputError(f"draft: {error}") from None
