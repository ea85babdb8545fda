"""The bot `random`: any legal action, each equally likely."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from baumeister.core.chance import Rng, pick
from baumeister.core.game import AnyGame


class RandomBot:
    def __init__(self, game: AnyGame) -> None:
        pass

    def decide(self, view: Any, legal: Sequence[Any], rng: Rng) -> Any:  # noqa: ARG002
        return pick(rng, legal)
