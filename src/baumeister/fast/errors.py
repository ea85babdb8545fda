"""A number that is not legal; what cannot be had without the compiled core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from baumeister.core.chance import actor_text
from baumeister.core.errors import IllegalError, Refusal
from baumeister.fast import why_not

SHOWN: Final = 8  # of hundreds of legal numbers some will do


class IllegalNumberError(IllegalError, ValueError):
    """A number that the actor may not give here; the position is as it was.

    `refusal` is the clause that forbids what the number means, where it means an action.
    """

    def __init__(
        self, number: int, actor: int, legal: Sequence[int], refusal: Refusal | None = None
    ) -> None:
        self.number = number
        if refusal is None:
            reason = f"{number} is no number that actor {actor_text(actor)} may give here"
            refusal = Refusal("", reason if legal else "the game is over")
        shown = [str(each) for each in legal[:SHOWN]]
        super().__init__(refusal, possible=[*shown, "…"] if len(legal) > SHOWN else shown)


class NoCoreError(RuntimeError):
    """Something that only the compiled core can do, asked for where it is not there."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what} need the compiled core: {why_not() or 'this is the plain engine'}"
        )


def half_done() -> ValueError:
    """There is no readable state while a step of many parts is not whole."""
    return ValueError("a step of many parts is half done: there is no readable state")
