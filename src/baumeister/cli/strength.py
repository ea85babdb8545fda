"""What a machine without the compiled core means for the bots."""

from __future__ import annotations

from baumeister.cli.console import err
from baumeister.fast import compiled, why_not


def tell_if_weaker() -> None:
    """Say so where the strongest levels cannot think ahead."""
    if not compiled():
        err.print(f"Levels 4 and 5 play like level 3: {why_not()}.", markup=False)
