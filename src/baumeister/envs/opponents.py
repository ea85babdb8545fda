"""The other seats of a single-agent environment: bots, by any specification (docs/bots.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from baumeister.bots import BotSpec, Budget, SeatedBot, make_bot, spec_name
from baumeister.bots.generic.external import ExternalBot
from baumeister.envs.episode import Episode
from baumeister.fast.errors import ArgumentError


class Opponents:
    """The bots that play the seats other than the learner's."""

    def __init__(self, episode: Episode, seat: int, codes: BotSpec | Sequence[BotSpec]) -> None:
        """Assign the bots clockwise from the learner's left, repeating them as needed."""
        players = episode.rules.players
        if not 0 <= seat < players:
            raise ArgumentError(f"seat must be 0 to {players - 1}, not {seat!r}")
        named: list[Any] = list(codes) if isinstance(codes, (list, tuple)) else [codes]
        if players > 1 and not 0 < len(named) < players:
            raise ArgumentError(f"opponents must name 1 to {players - 1} bots, not {len(named)}")
        self.seat = seat
        self._episode = episode
        self._bots: dict[int, SeatedBot | None] = {}
        for step in range(1, players):
            code = named[(step - 1) % len(named)]
            # random bots draw a legal number directly, which saves building the readable state
            self._bots[(seat + step) % players] = None if code == "random" else self._seated(code)

    def _seated(self, spec: BotSpec) -> SeatedBot:
        bot = make_bot(spec, self._episode.positions.GAME, programs=True)
        return SeatedBot(bot, spec_name(spec))

    def reset(self) -> None:
        """Tell the bots that another game begins."""
        for bot in self._bots.values():
            if bot is not None:
                bot.begin_game()

    def close(self) -> None:
        """End the programs among the bots; they start again if the game goes on."""
        for bot in self._bots.values():
            if bot is not None and isinstance(bot.bot, ExternalBot):
                bot.bot.close()

    @property
    def random(self) -> bool:
        """Whether all opponents play at random, or there are none."""
        return not any(self._bots.values())

    def move(self, random: np.random.Generator) -> None:
        """Play the opponents up to the learner's next decision or the end of the game."""
        episode = self._episode
        while episode.actor >= 0 and episode.actor != self.seat:
            bot = self._bots[episode.actor]
            if bot is None:
                legal = episode.position.legal()
                episode.position.step(legal[random.integers(len(legal))])
            else:
                self._move_bot(bot, random)

    def _move_bot(self, bot: SeatedBot, random: Any) -> None:
        """Bots see a view of the readable state and answer with a readable action."""
        positions, position = self._episode.positions, self._episode.position
        game, seat, state = positions.GAME, position.actor, position.state()
        view, legal = game.view(state, seat), game.legal(state, seat)
        action = bot.decide(view, legal, Budget(), random).action
        for number in positions.numbers_of(state, seat, action):
            position.step(number)
