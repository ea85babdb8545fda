"""Tangram City in PettingZoo's parallel form: all decide at the same time (T2.2).

Everybody owes as many decisions as everybody else, in every moment. So every step has exactly
one of each agent, and nobody ever waits: the side of the board, then a tile or a fountain at a
time; in the last round, where the rest is decided in one go (T2.5), four steps.
"""

from __future__ import annotations

from typing import Any, Final

from pettingzoo import ParallelEnv

from baumeister.envs.faces import TANGRAM_CITY_FACE
from baumeister.envs.pettingzoo.agents import Agents
from baumeister.envs.play import ILLEGAL_REWARD, Play, masked, no_mask, observed
from baumeister.fast.tangram_city.numbers import A_CARD, FOUNTAIN, SKIP

_SKIPS: Final = set(range(SKIP, FOUNTAIN, A_CARD))


class TangramCityParallelEnv(Agents, ParallelEnv[str, dict[str, Any], int]):
    """A position takes decisions in player order. So each agent has a desk: a copy in which
    those before it have decided something, whatever it is. What a seat sees and may do does not
    depend on that, and here it cannot."""

    def __init__(
        self,
        name: str,
        *,
        reward: str | None = None,
        illegal: str = "end",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._sit_down(
            Play(TANGRAM_CITY_FACE, options, reward, illegal),
            name=name,
            parallel=True,
            max_cycles=max_cycles,
            render_mode=render_mode,
        )

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  (there are none)
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self._begin(seed)
        self._steps = 0
        self._new_moment()
        return self._observations(), self._infos()

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        agents = self.agents
        if not agents:
            raise RuntimeError("no game is being played: call reset()")
        if missing := [agent for agent in agents if agent not in actions]:
            raise ValueError(f"every agent gives a number; missing: {', '.join(missing)}")
        illegal = self._decide([actions[agent] for agent in agents])
        self._steps += 1
        rewards = dict.fromkeys(agents, 0.0)
        over = bool(illegal)
        if illegal:
            rewards |= dict.fromkeys(illegal, ILLEGAL_REWARD)
        elif len(self._given[0]) == self._owed:
            earned = self._reveal()
            rewards = dict(zip(agents, earned, strict=True))
            over = self._play.over
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
        """Everybody is asked for the same; a desk for each."""
        if self.render_mode == "ansi":
            self._picture.look_at(self._play)
        self._selected = 0
        players = self._play.rules.players
        self._given: list[list[int]] = [[] for _ in range(players)]
        if self._play.over:
            return
        position = self._play.position.copy()
        tiles = len(_SKIPS.intersection(position.legal()))
        self._owed = tiles + 1 if tiles > 1 else 1  # T2.5: the tiles left, and the fountain
        self._desks = []
        for _ in range(players):
            self._desks.append(position.copy())
            for _ in range(self._owed):
                position.apply(position.legal()[-1])

    def _decide(self, actions: list[int]) -> list[str]:
        """All decide, or nobody does where a number is refused; who gave one that ends it."""
        desks = [desk.copy() for desk in self._desks]
        taken = [self._play.take_at(*each) for each in zip(desks, actions, strict=True)]
        self._desks = desks
        for given, number in zip(self._given, taken, strict=True):
            if number is not None:
                given.append(number)
        return [self.agents[seat] for seat, number in enumerate(taken) if number is None]

    def _reveal(self) -> list[float]:
        """All have decided: now it happens, and shows."""
        position = self._play.position
        for numbers in self._given:
            for number in numbers:
                position.apply(number)
        position.settle()
        self._new_moment()
        return self._play.rewards.earned(position)

    def _observations(self, ended: bool = False) -> dict[str, Any]:
        return {agent: self._observation(self._seats[agent], ended) for agent in self.agents}

    def _observation(self, seat: int, ended: bool) -> dict[str, Any]:
        position = self._play.position if self._play.over else self._desks[seat]
        mask = no_mask(self._play.rules) if ended else masked(position)
        return {"observation": observed(position, seat), "action_mask": mask}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {} for agent in self.agents}
