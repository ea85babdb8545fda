"""Run a bot of the imported `baumeister` as a program.

python -m bench.ladder.bot_program 5
"""

from __future__ import annotations

import random
import sys
from typing import Any

from baumeister.bots import Bot, Budget, make_bot
from baumeister.core.registry import find

from .questions import answer_all, view_of


class Player:
    """Answers the arena's questions as a bot does."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.bots: dict[str, Bot] = {}

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        game = find(question["game"])
        if game.id not in self.bots:
            self.bots[game.id] = make_bot(self.code, game)
        found = self.bots[game.id].decide(
            view_of(question),
            [game.parse(text) for text in question["legal"]],
            Budget(question["seconds"], question["nodes"]),
            random.Random(question["seed"]),
        )
        return {"action": str(found.action), "simulations": found.simulations}


if __name__ == "__main__":
    answer_all(Player(sys.argv[1]).answer)
