"""The Python side of compiled positions: readable states, pickling, and refusals."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Never

from baumeister.fast import api, leaves, plain
from baumeister.fast.api import Forecast, SearchResult
from baumeister.fast.errors import ArgumentError, IllegalNumberError
from baumeister.fast.numbering import tuples

_PLAIN: dict[type[Any], Callable[[Any], plain.PlainPosition[Any]]] = {}
"""By class of a compiled position: a function to the plain position of the same state."""


def equip(
    kind: Any,
    rules_kind: Any,
    make_rules: Callable[[Any], Any],
    plain_game: Any,
    *,
    batch_kind: Any,
    leaf_search: Any,
    state_of: Callable[[Any], Any],
    fields_of: Callable[[Any], Mapping[str, Any]],
) -> None:
    """Add to the compiled classes what is written in Python.

    Positions get `state`, `of`, comparison, pickling and `repr`; rules pickling and `repr`; batches
    pickling and copying. `leaf_search` searches many positions; `make_rules` makes rules from
    options; `plain_game` is the module with the plain position.
    """
    plain_kind: type[plain.PlainPosition[Any]] = plain_game.Position

    def of(rules: Any, state: Any) -> Any:
        """The position of a readable state, with a generator of seed 0."""
        if state.options != rules.options:
            raise ArgumentError("the state has other options than the rules")
        return kind.from_fields(rules, fields_of(plain_kind._normalized(state)))

    def plain_of(position: Any) -> plain.PlainPosition[Any]:
        return plain_kind.of(plain_game.rules(position.rules.options), state_of(position))

    def search(position: Any, **settings: Any) -> SearchResult:
        if settings.get("batch"):
            return leaves.search_many([position], **settings)[0]
        return SearchResult(*raw_search(position, **settings))

    def forecast(position: Any, **settings: Any) -> Forecast:
        return Forecast(*raw_forecast(position, **settings))

    raw_search, raw_forecast = kind.search, kind.forecast
    made: Any
    for made in (search, forecast):
        like = getattr(api.Position, made.__name__)
        made.__doc__, made.__qualname__ = like.__doc__, f"{kind.__name__}.{made.__name__}"
        made.__signature__ = inspect.signature(like)
        setattr(kind, made.__name__, made)
    kind.__eq__, kind.__hash__ = _equal, _hash
    kind.state = state_of
    kind.of = staticmethod(of)
    kind.__repr__ = _repr
    rules_kind.__repr__ = lambda rules: f"<{type(rules).__name__}, {rules.options}>"
    rules_kind.__reduce__ = lambda rules: (make_rules, (rules.options,))
    kind.__reduce__ = lambda position: (
        _read,
        (kind, make_rules, position.rules.options, bytes(position)),
    )
    batch_kind.__repr__ = lambda batch: f"<{type(batch).__name__} of {len(batch)}>"
    batch_kind.__reduce__ = lambda batch: (
        _read_batch,
        (batch_kind, make_rules, batch.rules.options, _settings(batch), bytes(batch)),
    )
    batch_kind.copy = batch_kind.__copy__ = _copy_of_batch
    batch_kind.__deepcopy__ = lambda batch, _memo: _copy_of_batch(batch)
    _PLAIN[kind] = plain_of
    leaves.KINDS[kind] = leaf_search


def refuse(position: Any, number: int, at: int | None = None) -> Never:
    """Raise the IllegalNumberError that the readable engine would raise."""
    refusal = None
    with suppress(ValueError):  # between the parts of a compound action there is no state
        refusal = _PLAIN[type(position)](position)._why_not(number)
    raise IllegalNumberError(number, position.actor, position.legal(), refusal, at)


def _read(kind: Any, make_rules: Callable[[Any], Any], options: Any, data: bytes) -> Any:
    """Restore a pickled position."""
    return kind.from_bytes(make_rules(options), data)


def _settings(batch: Any) -> tuple[int, int, str, int]:
    """The arguments of a new batch like this one, after the rules."""
    return len(batch), 0, batch.reward, batch.seat


def _read_batch(
    kind: Any, make_rules: Callable[[Any], Any], options: Any, settings: Any, data: bytes
) -> Any:
    """Restore a pickled batch."""
    batch = kind(make_rules(options), *settings)
    batch.restore(data)
    return batch


def _copy_of_batch(batch: Any) -> Any:
    """Return an independent copy, generators included."""
    made = type(batch)(batch.rules, *_settings(batch))
    made.restore(bytes(batch))
    return made


def _equal(position: Any, other: object) -> Any:
    if type(position) is not type(other):
        return NotImplemented
    same_rules = position.rules.options == other.rules.options  # type: ignore[attr-defined]
    return same_rules and position.fields() == other.fields()  # type: ignore[attr-defined]


def _hash(position: Any) -> int:
    return hash((position.rules.options, tuples(list(position.fields().values()))))


def _repr(position: Any) -> str:  # without the state, which holds hidden cards
    return f"<{type(position).__name__}, actor {position.actor}>"
