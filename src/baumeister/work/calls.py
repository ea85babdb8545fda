"""Calls on their way to a worker and back."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, NamedTuple

from baumeister.core.errors import BaumeisterError

RETRIES: Final = 3
"""How often a task is run again after its worker died."""


class WorkError(BaumeisterError):
    """Work that could not be done: no worker can be started, or every worker that tried died."""

    code = "work"


class WorkerDied(WorkError):  # noqa: N818
    """All workers that ran a task died."""


class Call(NamedTuple):
    """A function and its arguments, pickled apart: the function is the same for many calls."""

    function: bytes
    arguments: bytes


class Reply(NamedTuple):
    """What a call returned or raised."""

    value: Any = None
    error: BaseException | None = None

    def result(self) -> Any:
        if self.error is not None:
            raise self.error
        return self.value


def make_call(
    function: Callable[..., Any],
    args: tuple[Any, ...],
    named: dict[str, Any],
    dumps: Callable[[Any], bytes] = pickle.dumps,
) -> Call:
    return Call(dumps(function), dumps((args, named)))


def answer(call: Call) -> Reply:
    """Run a call, in a worker."""
    try:
        args, named = pickle.loads(call.arguments)
        return Reply(_function(call.function)(*args, **named))
    except Exception as error:
        return Reply(error=_portable(error))


@lru_cache(maxsize=4)
def _function(pickled: bytes) -> Callable[..., Any]:
    """The function, and what it carries along, once for all its calls."""
    found: Callable[..., Any] = pickle.loads(pickled)
    return found


def _portable(error: Exception) -> Exception:
    """The error, or another that says the same if it cannot be pickled."""
    try:
        if type(pickle.loads(pickle.dumps(error))) is type(error):
            return error
    except Exception:  # whatever its author left out
        return WorkError(f"{type(error).__name__}: {error}")
    return WorkError(f"{type(error).__name__}: {error}")
