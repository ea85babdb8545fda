"""Errors of positions: illegal numbers, and features that are not available."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from baumeister.core.chance import actor_text
from baumeister.core.errors import BaumeisterError, IllegalError, Refusal
from baumeister.core.game import AnyGame
from baumeister.fast import why_not

SHOWN: Final = 8
"""Legal numbers listed in an error; there may be hundreds."""


class IllegalNumberError(IllegalError, ValueError):
    """A number that is not legal here; the position is unchanged.

    `refusal` names the clause that forbids the action, if the number stands for one; `index` is
    the position's in a batch.
    """

    def __init__(
        self,
        number: int,
        actor: int,
        legal: Sequence[int],
        refusal: Refusal | None = None,
        index: int | None = None,
    ) -> None:
        self.number = number
        self.index = index
        if refusal is None:
            reason = f"{number} is not a legal number of actor {actor_text(actor)} here"
            refusal = Refusal("", reason if legal else "the game is over")
        if index is not None:
            refusal = refusal._replace(reason=f"position {index} of the batch: {refusal.reason}")
        shown = [str(each) for each in legal[:SHOWN]]
        super().__init__(refusal, possible=[*shown, "…"] if len(legal) > SHOWN else shown)


class ArgumentError(BaumeisterError, ValueError):
    """An argument with a wrong value, of the compiled core or a plain position."""


class ArgumentTypeError(BaumeisterError, TypeError):
    """An argument of a wrong type, such as an array of other numbers."""


class NoPositionError(BaumeisterError, IndexError):
    """An index beyond the end of a batch."""


class NotPlayingError(BaumeisterError, RuntimeError):
    """An action of an environment whose game has ended or not begun."""


class NoCoreError(BaumeisterError, RuntimeError):
    """A feature of the compiled core, requested where there is none."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what} need the compiled core: {why_not() or 'this is the plain engine'}"
        )


class UnsupportedError(BaumeisterError, RuntimeError):
    """A feature that a game's plug-in would have to bring."""

    def __init__(self, game: AnyGame, what: str) -> None:
        super().__init__(f"{game.id} has no {what}: its plug-in brings no position module")


def incomplete_action() -> ArgumentError:
    """The error for reading a state between the parts of an action."""
    return ArgumentError("an action is only partly given: there is no readable state yet")
