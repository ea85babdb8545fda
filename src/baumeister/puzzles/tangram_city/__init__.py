"""Tangram City's puzzles: a city with the cards of the day."""

from baumeister.puzzles.tangram_city.kinds import DAYS, KINDS
from baumeister.puzzles.tangram_city.themes import (
    THEMES,
    is_explained,
    objections,
    reasons,
    speaks_against,
    speaks_for,
)

__all__ = [
    "DAYS",
    "KINDS",
    "THEMES",
    "is_explained",
    "objections",
    "reasons",
    "speaks_against",
    "speaks_for",
]
