"""Positions that are played by numbers: quick where the compiled core is there, plain elsewhere.

    from baumeister.fast import manhattan            # or tangram_city
    position = manhattan.Position(manhattan.rules({"players": 3}), seed=7)
    position.settle()
    position.step(position.legal()[0])

`face.py` says what a position can do. Behind it stands the compiled core, or the readable
engine (`plain.py`), which needs no compiler; both play the same games from the same seed. The
environment variable BAUMEISTER_CORE=none asks for the readable engine, BAUMEISTER_CORE=required
for an ImportError where there is no compiled core.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType
from typing import Final

from baumeister.core.chance import CHANCE

OVER: Final = -2
"""The actor of a position whose game has ended."""


def _load() -> tuple[ModuleType | None, str]:
    wish = os.environ.get("BAUMEISTER_CORE")
    if wish == "none":
        return None, "BAUMEISTER_CORE=none asks to do without it"
    try:
        return import_module("baumeister.fast._core"), ""
    except ImportError as error:
        if wish == "required":
            raise
        return None, f"the compiled core was not built or does not run here ({error})"


_core, _why_not = _load()


def compiled() -> bool:
    """Whether the compiled core is there."""
    return _core is not None


def why_not() -> str:
    """Why the compiled core is not there; empty if it is."""
    return _why_not


def isa() -> str:
    """The instruction set that the compiled core uses here; empty without one."""
    return str(_core.ISA) if _core else ""


__all__ = ["CHANCE", "OVER", "compiled", "isa", "why_not"]
