"""Tangram City in PettingZoo: in turn (`env`) or all at the same time (`parallel_env`).

>>> env = parallel_env(players=2)
>>> observations, infos = env.reset(seed=7)
>>> sorted(observations)
['player_0', 'player_1']
"""

from __future__ import annotations

from typing import Any

from baumeister.envs.faces import TANGRAM_CITY_FACE
from baumeister.envs.pettingzoo.aec import TableEnv
from baumeister.envs.pettingzoo.parallel import TangramCityParallelEnv
from baumeister.envs.pettingzoo.wrapped import wrapped


class raw_env(TableEnv):  # noqa: N801  (PettingZoo's name)
    """Without wrappers; `reward`, `illegal`, `max_cycles`, `render_mode`, and the options."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(TANGRAM_CITY_FACE, "tangram_city_v1", **settings)


class parallel_env(TangramCityParallelEnv):  # noqa: N801  (PettingZoo's name)
    """All decide at once; settings as above."""

    def __init__(self, **settings: Any) -> None:
        super().__init__("tangram_city_v1", **settings)


def env(**settings: Any) -> Any:
    """With PettingZoo's checks of the order of calls and of the actions."""
    return wrapped(raw_env(**settings))


__all__ = ["env", "parallel_env", "raw_env"]
