"""How much bots may think, as flags."""

from __future__ import annotations

from math import inf

from baumeister.bots.bot import MOST_NODES
from baumeister.cli.console import stop


def check_budget(seconds: float | None, nodes: int | None) -> None:
    """Stop with one clear line unless what is given can be spent."""
    if seconds is not None and not 0 < seconds < inf:
        stop("--seconds must be more than 0, and come to an end")
    if nodes is not None and not 0 < nodes < MOST_NODES:
        stop(f"--nodes must be 1 or more, less than {MOST_NODES}")
