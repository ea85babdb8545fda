"""The games; importing this makes them known to the registry."""

from baumeister.core.registry import register
from baumeister.games.manhattan import MANHATTAN
from baumeister.games.tangram_city import TANGRAM_CITY

register(MANHATTAN)
register(TANGRAM_CITY)

__all__ = ["MANHATTAN", "TANGRAM_CITY"]
