"""Positions of Tangram City, played by action numbers; compiled where the core is available."""

from __future__ import annotations

from importlib import import_module

from baumeister.fast import api, compiled
from baumeister.fast.layout import Field
from baumeister.fast.tangram_city import observation
from baumeister.fast.tangram_city.numbers import action_of, numbers_of, text, wanted
from baumeister.games.tangram_city.game import TANGRAM_CITY as GAME

_engine = import_module(f"{__name__}.{'compiled' if compiled() else 'plain'}")

Position: type[api.Position] = _engine.Position
rules: api.MakeRules = _engine.rules
Batch: type[api.Batch] = _engine.Batch
"""Many positions stepped together in arrays; NoCoreError without the compiled core."""


def fields(rules: api.Rules, /) -> tuple[Field, ...]:
    """The layout of an observation."""
    return observation.fields(rules.players)


__all__ = [
    "GAME",
    "Batch",
    "Position",
    "action_of",
    "fields",
    "numbers_of",
    "rules",
    "text",
    "wanted",
]
