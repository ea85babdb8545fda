"""Positions that are played by action numbers: fast with the compiled core, exact without.

    from baumeister.fast import manhattan            # or tangram_city
    position = manhattan.Position(manhattan.rules({"players": 3}), seed=7)
    position.settle()
    position.step(position.legal()[0])

`api` defines what a position can do. It is implemented by the compiled core and, without a
compiler, over the readable engine (`plain.py`); both play the same games from the same seed.
`positions.positions_of(game)` has positions of any game. The environment variable
BAUMEISTER_CORE=none selects the readable engine; BAUMEISTER_CORE=required makes a missing core an
ImportError.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType
from typing import Final

from baumeister.core.chance import CHANCE

OVER: Final = -2
"""The actor of a position whose game is over."""


def _load() -> tuple[ModuleType | None, str]:
    requested = os.environ.get("BAUMEISTER_CORE")
    if requested == "none":
        return None, "BAUMEISTER_CORE=none turns it off"
    try:
        return import_module("baumeister.fast._core"), ""
    except ImportError as error:
        if requested == "required":
            raise
        return None, f"the compiled core was not built or does not run here ({error})"


_core, _why_not = _load()


def compiled() -> bool:
    """Whether the compiled core is available."""
    return _core is not None


def why_not() -> str:
    """The reason why the compiled core is not available; empty if it is."""
    return _why_not


def isa() -> str:
    """The instruction set that the compiled core uses here; empty without a core."""
    return str(_core.ISA) if _core else ""


from baumeister.fast.leaves import search_many  # noqa: E402  (needs why_not)

__all__ = ["CHANCE", "OVER", "compiled", "isa", "search_many", "why_not"]
