"""The games in OpenSpiel. Importing this makes them known:

import pyspiel
import baumeister.envs.openspiel
game = pyspiel.load_game("python_baumeister_manhattan(players=3,urban=True)")
"""

from baumeister.envs.openspiel import manhattan, tangram_city

__all__ = ["manhattan", "tangram_city"]
