"""What a puzzle of Manhattan is about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from baumeister.bots.analysis.result import Reason
from baumeister.puzzles.parts import themes_by

THEMES: Final = {
    "take-over": (
        "takes", "guards", "guards-highest", "leaves", "exposed", "stays", "holds", "gets-site",
    ),
    "highest": ("highest", "level", "guards-top", "guards-level", "leaves-highest", "wins-highest"),
    "majority": (
        "majority", "no-majority", "guards-majority", "leaves-majority", "wins-majority",
        "all-majorities",
    ),
    "blocks": ("chooses", "brings", "reach", "enough", "outsizes", "saves", "spends"),
    "small-blocks": ("keeps", "later"),
}  # fmt: skip
"""The themes and the reasons that speak for them."""


def themes(reasons: Iterable[Reason]) -> list[str]:
    """The themes that most of these reasons speak for."""
    return themes_by(THEMES, reasons)
