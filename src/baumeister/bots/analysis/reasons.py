"""Why a decision is good, computed by the rules from the positions before and after it.

Only what the seat may know is used: nothing hidden from the view appears in a reason.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from baumeister.bots.analysis.parts import analysis_of
from baumeister.bots.analysis.result import Reason
from baumeister.core.game import AnyGame

SAMPLES: Final = 3


def reasons_for(game: AnyGame, view: Any, action: Any) -> list[Reason]:
    """Reasons for an action of the view's seat, starting with what it does."""
    module = analysis_of(game)
    if module is None:
        return _generic_reasons(game, view, action)
    return module.reasons(game.determinize(view, Random(0)), view.seat, action)


def _generic_reasons(game: AnyGame, view: Any, action: Any) -> list[Reason]:
    """The action, and the points everybody gains if the round were scored now, the player first.

    A gain that depends on hidden parts of the position is left out: it must be the same in several
    samples of the view.
    """
    rng, seat = Random(0), view.seat
    gains = [_gains(game, game.determinize(view, rng), seat, action) for _ in range(SAMPLES)]
    found: list[Reason] = [{"code": "plays", "action": str(action)}]
    for each in sorted(range(len(gains[0])), key=lambda other: other != seat):
        gain = gains[0][each]
        if gain and all(sample[each] == gain for sample in gains):
            found.append({"code": "points", "seat": each, "gain": gain})
    return found


def _gains(game: AnyGame, state: Any, seat: int, action: Any) -> list[int]:
    before, after = game.standing(state), game.standing(game.apply(state, seat, action))
    return [new - old for old, new in zip(before, after, strict=True)]
