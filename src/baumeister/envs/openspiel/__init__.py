"""The games in OpenSpiel. Importing this package registers them:

import pyspiel
import baumeister.envs.openspiel
game = pyspiel.load_game("python_baumeister_manhattan(players=3,urban=True)")
"""

from baumeister.envs.plugins import register_environments

register_environments("openspiel")
