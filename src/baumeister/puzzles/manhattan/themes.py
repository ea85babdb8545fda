"""What a puzzle of Manhattan is about."""

from __future__ import annotations

from typing import Final

THEMES: Final = {
    "take-over": (
        "takes", "guards", "guards-highest", "exposed", "stays", "holds", "gets-site",
        "stops-takes", "threat-takes", "refutes-takes",
    ),
    "highest": ("highest", "level", "guards-top", "guards-level", "wins-highest"),
    "majority": (
        "majority", "no-majority", "wins-majority", "all-majorities",
    ),
    "blocks": ("chooses", "brings", "reach", "enough", "outsizes", "saves", "spends"),
    "small-blocks": ("keeps", "later"),
}  # fmt: skip
"""The themes and the reasons that speak for them."""
