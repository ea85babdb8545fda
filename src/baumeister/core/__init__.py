"""The ground floor: the contract of a game, its errors, and the match."""

from baumeister.core.chance import CHANCE, Rng
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
from baumeister.core.game import AnyGame, Game
from baumeister.core.match import Entry, Match
from baumeister.core.outcome import Outcome
from baumeister.core.registry import find, games, register

__all__ = [
    "CHANCE",
    "AnyGame",
    "BaumeisterError",
    "Entry",
    "Game",
    "GameOverError",
    "IllegalError",
    "MalformedError",
    "Match",
    "NotYourTurnError",
    "OptionsError",
    "Outcome",
    "Refusal",
    "Rng",
    "StaleError",
    "SubmitError",
    "find",
    "games",
    "register",
]
