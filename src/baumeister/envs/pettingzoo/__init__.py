"""The games in PettingZoo: `manhattan_v1` and `tangram_city_v1`.

from baumeister.envs.pettingzoo import manhattan_v1
env = manhattan_v1.env(players=3, edition="act-in-games-2018")
"""
