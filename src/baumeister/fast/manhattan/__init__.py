"""Manhattan by numbers: `rules(options)` and `Position`, compiled where it can be."""

from __future__ import annotations

from importlib import import_module

from baumeister.fast import api as face
from baumeister.fast import compiled

_made = import_module(f"{__name__}.{'compiled' if compiled() else 'plain'}")

Position: type[face.Position] = _made.Position
rules: face.MakeRules = _made.rules
Batch: type[face.Batch] = _made.Batch
"""Many positions stepped together in arrays; NoCoreError without the compiled core."""

__all__ = ["Batch", "Position", "rules"]
