"""The games in PettingZoo; each game has its own module.

from baumeister.envs.pettingzoo import manhattan_v1
env = manhattan_v1.env(players=3, edition="act-in-games-2018")
"""
