"""Tangram City's part of analyses and hints: the evaluator, the reasons and how they are worded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from baumeister.bots.analysis.evaluator import Evaluator
from baumeister.bots.tangram_city.contrast import contrast
from baumeister.bots.tangram_city.evaluator import PlanEvaluator
from baumeister.bots.tangram_city.reasons import reasons
from baumeister.core.messages import Value

__all__ = ["contrast", "evaluator", "reasons", "wording"]


def evaluator() -> Evaluator:
    """Plans as level 5 does, also where level 5 leaves the value of a city to its network."""
    return PlanEvaluator()


def wording(reason: Mapping[str, Any], language: str) -> tuple[str, dict[str, Value]]:  # noqa: ARG001
    """The key of a reason's words; the fields are placeholders as they are."""
    code: str = reason["code"]
    if code == "side":
        return f"side-{reason['colour']}", {}
    return "harmony-bonus" if code == "harmony" and reason["bonus"] else code, {}
