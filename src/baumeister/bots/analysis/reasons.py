"""Why a decision is good, computed from the rules: the position before it against the one after.

Only what the seat may know is looked at: what a view does not say is not in any reason.
"""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any, Final

from baumeister.bots.analysis.result import Reason
from baumeister.core.game import AnyGame

_MODULES: Final = {
    "manhattan": "baumeister.bots.manhattan.reasons",
    "tangram-city": "baumeister.bots.tangram_city.reasons",
}


def reasons_for(game: AnyGame, view: Any, action: Any) -> list[Reason]:
    """What speaks for an action of the view's seat, what it does first."""
    state = game.determinize(view, random.Random(0))
    found: list[Reason] = import_module(_MODULES[game.id]).reasons(state, view.seat, action)
    return found
