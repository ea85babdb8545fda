"""The rules of Manhattan by Andreas Seyfarth (docs/games/manhattan.md)."""

from baumeister.games.manhattan.game import MANHATTAN, Manhattan
from baumeister.games.manhattan.options import Options
from baumeister.games.manhattan.state import Phase, State
from baumeister.games.manhattan.view import View

__all__ = ["MANHATTAN", "Manhattan", "Options", "Phase", "State", "View"]
