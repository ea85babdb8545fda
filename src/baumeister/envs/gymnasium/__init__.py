"""The games in Gymnasium, for one learning seat. Importing this package registers their ids:

import gymnasium
import baumeister.envs.gymnasium
env = gymnasium.make("baumeister/Manhattan-v1", opponents=("greedy", "random"))
"""

from baumeister.envs.gymnasium.registration import IDS
from baumeister.envs.plugins import register_environments

register_environments("gymnasium")

__all__ = ["IDS"]
