"""What a puzzle of Manhattan is about."""

from __future__ import annotations

from typing import Final

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
