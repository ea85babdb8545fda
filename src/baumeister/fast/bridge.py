"""The Python side of compiled positions: readable states, pickling, and refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Never

from baumeister.fast import leaves, plain
from baumeister.fast.api import Forecast, SearchResult
from baumeister.fast.errors import IllegalNumberError

_PLAIN: dict[type[Any], Callable[[Any], plain.PlainPosition[Any]]] = {}
"""By class of a compiled position: a function to the plain position of the same state."""


def equip(
    kind: Any,
    rules_kind: Any,
    leaf_search: Any,
    make_rules: Callable[[Any], Any],
    plain_game: Any,
    *,
    state_of: Callable[[Any], Any],
    fields_of: Callable[[Any], Mapping[str, Any]],
) -> None:
    """Add to a compiled position class and its rules: `state`, `of`, pickling and `repr`.

    `leaf_search` searches many positions; `make_rules` makes its rules from options; `plain_game`
    is the module with the plain position.
    """
    plain_kind: type[plain.PlainPosition[Any]] = plain_game.Position

    def of(rules: Any, state: Any) -> Any:
        """The position of a readable state, with a generator of seed 0."""
        if state.options != rules.options:
            raise ValueError("the state has other options than the rules")
        return kind.from_fields(rules, fields_of(plain_kind._normalized(state)))

    def plain_of(position: Any) -> plain.PlainPosition[Any]:
        return plain_kind.of(plain_game.rules(position.rules.options), state_of(position))

    def search(position: Any, **settings: Any) -> SearchResult:
        """Search the decision of the player to act (docs/fast.md)."""
        if settings.get("batch"):
            return leaves.search_many([position], **settings)[0]
        return SearchResult(*raw_search(position, **settings))

    def forecast(position: Any, **settings: Any) -> Forecast:
        """Return the expected result (docs/fast.md)."""
        return Forecast(*raw_forecast(position, **settings))

    raw_search, raw_forecast = kind.search, kind.forecast
    kind.search, kind.forecast = search, forecast
    kind.state = state_of
    kind.of = staticmethod(of)
    kind.__repr__ = _repr
    rules_kind.__repr__ = lambda rules: f"<{type(rules).__name__}, {rules.options}>"
    rules_kind.__reduce__ = lambda rules: (make_rules, (rules.options,))
    kind.__reduce__ = lambda position: (
        _read,
        (kind, make_rules, position.rules.options, bytes(position)),
    )
    _PLAIN[kind] = plain_of
    leaves.KINDS[kind] = leaf_search


def refuse(position: Any, number: int, at: int | None = None) -> Never:
    """Raise the IllegalNumberError that the readable engine would raise."""
    refusal = None
    with suppress(ValueError):  # between the parts of a compound action there is no state
        refusal = _PLAIN[type(position)](position)._why_not(number)
    error = IllegalNumberError(number, position.actor, position.legal(), refusal)
    if at is not None:
        error.add_note(f"position {at} of the batch")
    raise error


def _read(kind: Any, make_rules: Callable[[Any], Any], options: Any, data: bytes) -> Any:
    """Restore a pickled position."""
    return kind.from_bytes(make_rules(options), data)


def _repr(position: Any) -> str:  # without the state, which holds hidden cards
    return f"<{type(position).__name__}, actor {position.actor}>"
