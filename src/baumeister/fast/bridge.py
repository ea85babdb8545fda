"""What compiled positions leave to Python: readable states, and saying why a number is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Never

from baumeister.fast import plain
from baumeister.fast.api import Forecast, SearchResult
from baumeister.fast.errors import IllegalNumberError

_PLAIN: dict[type[Any], Callable[[Any], plain.Plain[Any]]] = {}
"""By the class of a compiled position: the plain position of the same state."""


def equip(
    kind: Any,
    rules_kind: Any,
    make_rules: Callable[[Any], Any],
    plain_game: Any,
    *,
    state_of: Callable[[Any], Any],
    fields_of: Callable[[Any], Mapping[str, Any]],
) -> None:
    """Give a compiled class and its rules what Python does better: `state` and `of`, by functions
    from and to a readable state, pickles, texts.

    `make_rules` makes its rules from options; `plain_game` is the module of the plain position.
    """
    plain_kind: type[plain.Plain[Any]] = plain_game.Position

    def of(rules: Any, state: Any) -> Any:
        """The position of a readable state, with the generator of seed 0."""
        if state.options != rules.options:
            raise ValueError("the state is played under other options")
        tidied = plain_kind._tidied(state)
        return kind.from_fields(rules, fields_of(tidied))

    def plain_of(position: Any) -> plain.Plain[Any]:
        return plain_kind.of(plain_game.rules(position.rules.options), state_of(position))

    def search(position: Any, **wanted: Any) -> SearchResult:
        """Search the decision that is due (docs/fast.md)."""
        return SearchResult(*raw_search(position, **wanted))

    def forecast(position: Any, **wanted: Any) -> Forecast:
        """How everybody stands (docs/fast.md)."""
        return Forecast(*raw_forecast(position, **wanted))

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


def refuse(position: Any, number: int, at: int | None = None) -> Never:
    """Say why the number is not legal, as the readable engine does."""
    refusal = None
    with suppress(ValueError):  # half done: there is no readable state to ask
        refusal = _PLAIN[type(position)](position)._why_not(number)
    error = IllegalNumberError(number, position.actor, position.legal(), refusal)
    if at is not None:
        error.add_note(f"position {at} of the batch")
    raise error


def _read(kind: Any, make_rules: Callable[[Any], Any], options: Any, data: bytes) -> Any:
    """A position that was pickled."""
    return kind.from_bytes(make_rules(options), data)


def _repr(position: Any) -> str:  # never the state: it holds what players may not know
    return f"<{type(position).__name__}, actor {position.actor}>"
