"""Manhattan's text board (`cli.boards.TextBoard`)."""

from baumeister.cli.manhattan.display import WIDTH, board, hand, status
from baumeister.cli.manhattan.events import describe, rounds_scored, scoring
from baumeister.cli.manhattan.input import answers, legend, list_actions, prompt, read, short

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
