"""How long things are kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Keep:
    """Days since the last change; 0 keeps for ever."""

    finished: int = 730
    """Finished games, and with them their analyses."""
    unfinished: int = 180
    """Games in which nobody has decided anything."""
    unstarted: int = 30
    """Tables that never started, or were closed."""
    analyses: int = 180
    """Analyses, which can be made again."""
    guests: int = 60
    """Guests without a table, since they were last seen."""


FOREVER: Final = Keep(finished=0, unfinished=0, unstarted=0, analyses=0)
"""For a service that a player runs on their own machine."""
