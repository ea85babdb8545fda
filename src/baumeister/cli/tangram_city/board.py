"""Tangram City's text board (`cli.boards.TextBoard`)."""

from baumeister.cli.tangram_city.display import WIDTH, board, hand, status
from baumeister.cli.tangram_city.events import describe, rounds_scored, scoring
from baumeister.cli.tangram_city.input import answers, legend, list_actions, prompt, read, short

__all__ = [
    "WIDTH",
    "answers",
    "board",
    "describe",
    "hand",
    "legend",
    "list_actions",
    "prompt",
    "read",
    "rounds_scored",
    "scoring",
    "short",
    "status",
]
