"""Tangram City by numbers: `rules(options)` and `Position`, compiled where it can be."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from baumeister.fast import compiled, face

_made = import_module(f"{__name__}.{'compiled' if compiled() else 'plain'}")

Position: type[face.Position] = _made.Position
rules: face.MakeRules = _made.rules
Batch: Any = getattr(_made, "Batch", None)
"""Many positions stepped together in arrays; None without the compiled core."""

__all__ = ["Batch", "Position", "rules"]
