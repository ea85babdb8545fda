"""Tangram City in PettingZoo: in turn (`env`) or simultaneously (`parallel_env`).

At every moment all players owe the same number of decisions, so a parallel step takes one action
from each agent and nobody ever waits (T2.2). A step is the side of the board, a tile or a fountain;
the last round, which is decided in one go (T2.5), takes four steps.

>>> env = parallel_env(players=2)
>>> observations, infos = env.reset(seed=7)
>>> sorted(observations)
['player_0', 'player_1']
"""

from __future__ import annotations

from typing import Any, Final

from pettingzoo import ParallelEnv

from baumeister.envs.episode import ILLEGAL_REWARD, Episode, empty_mask, legal_mask, observe
from baumeister.envs.pettingzoo.aec import TableEnv, wrapped
from baumeister.envs.pettingzoo.agents import Agents
from baumeister.fast import tangram_city
from baumeister.fast.errors import ArgumentError, NotPlayingError
from baumeister.fast.tangram_city.numbers import A_CARD, FOUNTAIN, SKIP

NAME: Final = "tangram_city_v1"
_SKIPS: Final = set(range(SKIP, FOUNTAIN, A_CARD))


class raw_env(TableEnv):  # noqa: N801  (PettingZoo's name)
    """The environment without wrappers: `reward`, `illegal`, `max_cycles`, `render_mode` and the
    options of the game."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(tangram_city, NAME, **settings)


class parallel_env(Agents, ParallelEnv[str, dict[str, Any], int]):  # noqa: N801  (PettingZoo's name)
    """The parallel environment; settings as for `raw_env`.

    A position takes decisions in player order. So each agent acts on its own copy, in which the
    players before it have made arbitrary decisions: its observation and its legal actions do not
    depend on them.
    """

    def __init__(
        self,
        *,
        reward: str | None = None,
        illegal: str = "end",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._set_up(
            Episode(tangram_city, options, reward, illegal),
            name=NAME,
            parallel=True,
            max_cycles=max_cycles,
            render_mode=render_mode,
        )

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self._reset(seed, options)
        if options and len(set(self._episode.position.state().todo)) > 1:
            raise ValueError("some players have decided already: use the AEC environment")
        self._steps = 0
        self._new_moment()
        return self._observations(), self._infos()

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        agents = self.agents
        if not agents:
            raise NotPlayingError("no game is being played: call reset()")
        if missing := [agent for agent in agents if agent not in actions]:
            raise ArgumentError(f"every agent must act; missing: {', '.join(missing)}")
        illegal = self._decide([actions[agent] for agent in agents])
        self._steps += 1
        rewards = dict.fromkeys(agents, 0.0)
        over = bool(illegal)
        if illegal:
            rewards |= dict.fromkeys(illegal, ILLEGAL_REWARD)
        elif len(self._given[0]) == self._owed:
            earned = self._reveal()
            rewards = dict(zip(agents, earned, strict=True))
            over = self._episode.over
        ended = not over and self._steps == self.max_cycles
        observations = self._observations(over or ended)
        infos = self._infos()
        for agent in illegal:
            infos[agent]["illegal"] = actions[agent]
        if over or ended:
            self.agents = []
        return (
            observations,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, ended),
            infos,
        )

    def _new_moment(self) -> None:
        """Give each agent a copy of the position to act on."""
        self._update_renderer()
        self._selected = 0
        players = self._episode.rules.players
        self._given: list[list[int]] = [[] for _ in range(players)]
        if self._episode.over:
            return
        position = self._episode.position.copy()
        tiles = len(_SKIPS.intersection(position.legal()))
        self._owed = tiles + 1 if tiles > 1 else 1  # T2.5: the tiles left and the fountain
        self._copies = []
        for _ in range(players):
            self._copies.append(position.copy())
            for _ in range(self._owed):
                position.apply(position.legal()[-1])

    def _decide(self, actions: list[int]) -> list[str]:
        """Apply all actions, or none if one raises; returns agents that acted illegally."""
        copies = [each.copy() for each in self._copies]
        numbers = [self._episode.apply_to(*each) for each in zip(copies, actions, strict=True)]
        self._copies = copies
        for given, number in zip(self._given, numbers, strict=True):
            if number is not None:
                given.append(number)
        return [self.agents[seat] for seat, number in enumerate(numbers) if number is None]

    def _reveal(self) -> list[float]:
        """Apply the decisions of all agents to the game, now that all are in."""
        position = self._episode.position
        for numbers in self._given:
            for number in numbers:
                position.apply(number)
        position.settle()
        self._new_moment()
        return self._episode.rewards.earned(position)

    def _observations(self, ended: bool = False) -> dict[str, Any]:
        return {agent: self._observation(self._seats[agent], ended) for agent in self.agents}

    def _observation(self, seat: int, ended: bool) -> dict[str, Any]:
        position = self._episode.position if self._episode.over else self._copies[seat]
        mask = empty_mask(self._episode.rules) if ended else legal_mask(position)
        return {"observation": observe(position, seat), "action_mask": mask}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {} for agent in self.agents}


def env(**settings: Any) -> Any:
    """The environment with PettingZoo's wrappers."""
    return wrapped(raw_env(**settings))


__all__ = ["env", "parallel_env", "raw_env"]
