"""The other seats of a single-agent environment: bots, by their codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from baumeister.bots import Bot, Budget, make_bot
from baumeister.envs.play import Play


class Opponents:
    """Who plays the seats that do not learn."""

    def __init__(self, play: Play, seat: int, codes: str | Sequence[str]) -> None:
        """The codes go round the table from the seat on, in turn again where they are too few."""
        players = play.rules.players
        if not 0 <= seat < players:
            raise ValueError(f"seat must be 0 to {players - 1}, not {seat!r}")
        named = [codes] if isinstance(codes, str) else list(codes)
        if players > 1 and not 0 < len(named) < players:
            raise ValueError(f"opponents must name 1 to {players - 1} bots, not {len(named)}")
        self.seat = seat
        self._play = play
        self._bots: dict[int, Bot | None] = {}
        for step in range(1, players):
            code = named[(step - 1) % len(named)]
            bot = make_bot(code, play.face.game)
            # a legal number at random is a random action: no need of a readable state
            self._bots[(seat + step) % players] = None if code == "random" else bot

    @property
    def random(self) -> bool:
        """Whether all of them decide at random, or there are none."""
        return not any(self._bots.values())

    def move(self, random: np.random.Generator) -> None:
        """All that the others do until it is the seat's turn, or the end."""
        play = self._play
        while play.actor >= 0 and play.actor != self.seat:
            bot = self._bots[play.actor]
            if bot is None:
                legal = play.position.legal()
                play.position.step(legal[random.integers(len(legal))])
            else:
                self._ask(bot, random)

    def _ask(self, bot: Bot, random: Any) -> None:
        """Bots read and write the readable game: a view in, an action out."""
        play = self._play
        game, seat, state = play.face.game, play.actor, play.position.state()
        view, legal = game.view(state, seat), game.legal(state, seat)
        action = bot.decide(view, legal, Budget(), random).action
        for number in play.face.numbers_of(state, seat, action):
            play.position.step(number)
