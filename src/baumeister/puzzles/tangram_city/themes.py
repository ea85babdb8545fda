"""What a decision in Tangram City is about."""

from __future__ import annotations

from typing import Any, Final

from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.reasons import reasons_for
from baumeister.bots.analysis.result import Reason

THEMES: Final = {
    "rectangle": ("rectangle", "rectangles", "fields"),
    "harmony": ("harmony", "harmony-bonus", "balance"),
    "completion": ("complete", "completable", "completes", "holes", "room", "ways", "no-room"),
}
"""The themes and the reasons that speak for them."""


def reasons(question: Question, action: Any) -> list[Reason]:
    """What the action does; nothing that matters is hidden."""
    return reasons_for(question.game, question.view, action)


def speaks_for(*_: Any) -> list[Reason]:
    """No single move decides."""
    return []


def speaks_against(*_: Any) -> list[Reason]:
    """There is nobody to lose against."""
    return []


def is_explained(*_: Any) -> bool:
    """Points explain a move."""
    return True


def objections(*_: Any) -> list[str]:
    """None: no kind of puzzle asks for a single move."""
    return []
