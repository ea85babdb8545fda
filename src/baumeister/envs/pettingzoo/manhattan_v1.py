"""Manhattan in PettingZoo.

>>> env = env(players=3)
>>> env.reset(seed=7)
>>> env.agent_selection in env.possible_agents
True
"""

from __future__ import annotations

from typing import Any

from baumeister.envs.pettingzoo.aec import TableEnv, wrapped
from baumeister.fast import manhattan


class raw_env(TableEnv):  # noqa: N801  (PettingZoo's name)
    """The environment without wrappers: `reward`, `illegal`, `max_cycles`, `render_mode` and the
    options of the game."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(manhattan, "manhattan_v1", **settings)


def env(**settings: Any) -> Any:
    """The environment with PettingZoo's wrappers."""
    return wrapped(raw_env(**settings))


__all__ = ["env", "raw_env"]
