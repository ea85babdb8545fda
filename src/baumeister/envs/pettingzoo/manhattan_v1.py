"""Manhattan in PettingZoo.

>>> env = env(players=3)
>>> env.reset(seed=7)
>>> env.agent_selection in env.possible_agents
True
"""

from __future__ import annotations

from typing import Any

from baumeister.envs.faces import MANHATTAN_FACE
from baumeister.envs.pettingzoo.aec import TableEnv
from baumeister.envs.pettingzoo.wrapped import wrapped


class raw_env(TableEnv):  # noqa: N801  (PettingZoo's name)
    """Without wrappers; `reward`, `illegal`, `max_cycles`, `render_mode`, and the options."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(MANHATTAN_FACE, "manhattan_v1", **settings)


def env(**settings: Any) -> Any:
    """With PettingZoo's checks of the order of calls and of the actions."""
    return wrapped(raw_env(**settings))


__all__ = ["env", "raw_env"]
