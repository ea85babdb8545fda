"""The contract of a game, its options, errors and plug-ins, and the match.

Everything a game author needs can be imported from here (docs/adding-a-game.md).
"""

from baumeister.core.chance import CHANCE, Rng, draw_index
from baumeister.core.errors import (
    BaumeisterError,
    GameOverError,
    IllegalError,
    MalformedError,
    NotYourTurnError,
    OptionsError,
    Refusal,
    StaleError,
    SubmitError,
)
from baumeister.core.game import AnyGame, Game, check_seat
from baumeister.core.match import Entry, Match
from baumeister.core.options import OptionSet, option
from baumeister.core.outcome import Outcome, ranks_by
from baumeister.core.plugin import Plugin
from baumeister.core.registry import find, games, register
from baumeister.core.text import Form, Forms
from baumeister.core.tuples import replaced

__all__ = [
    "CHANCE",
    "AnyGame",
    "BaumeisterError",
    "Entry",
    "Form",
    "Forms",
    "Game",
    "GameOverError",
    "IllegalError",
    "MalformedError",
    "Match",
    "NotYourTurnError",
    "OptionSet",
    "OptionsError",
    "Outcome",
    "Plugin",
    "Refusal",
    "Rng",
    "StaleError",
    "SubmitError",
    "check_seat",
    "draw_index",
    "find",
    "games",
    "option",
    "ranks_by",
    "register",
    "replaced",
]
