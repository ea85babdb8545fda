"""The rules of Tangram City by Uwe Rosenberg (docs/games/tangram-city.md)."""

from baumeister.games.tangram_city.game import TANGRAM_CITY, TangramCity
from baumeister.games.tangram_city.options import Options
from baumeister.games.tangram_city.state import Phase, State
from baumeister.games.tangram_city.view import View

__all__ = ["TANGRAM_CITY", "Options", "Phase", "State", "TangramCity", "View"]
