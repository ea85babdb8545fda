"""Manhattan by numbers: `rules(options)` and `Position`, compiled where it can be."""

from __future__ import annotations

from importlib import import_module

from baumeister.fast import compiled, face

_made = import_module(f"{__name__}.{'compiled' if compiled() else 'plain'}")

Position: type[face.Position] = _made.Position
rules: face.MakeRules = _made.rules

__all__ = ["Position", "rules"]
