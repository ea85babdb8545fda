"""The games; importing this makes them known to the registry."""

from baumeister.core.registry import register
from baumeister.games.manhattan import MANHATTAN

register(MANHATTAN)

__all__ = ["MANHATTAN"]
