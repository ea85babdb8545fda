"""The games in Gymnasium, for one seat that learns. Importing this makes their ids known:

import gymnasium
import baumeister.envs.gymnasium
env = gymnasium.make("baumeister/Manhattan-v1", opponents=("greedy", "random"))
"""

from gymnasium.envs.registration import register

IDS = {
    "baumeister/Manhattan-v1": "Manhattan",
    "baumeister/TangramCity-v1": "TangramCity",
    "baumeister/TangramCitySolo-v1": "TangramCitySolo",
}
"""Each id with its class; the same with `Vector` behind it for many games at once."""

for _id, _name in IDS.items():
    register(
        id=_id,
        entry_point=f"{__name__}.single:{_name}",
        vector_entry_point=f"{__name__}.vector:{_name}Vector",
    )
