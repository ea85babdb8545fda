"""Tangram City in OpenSpiel: `python_baumeister_tangram_city`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from baumeister.core.chance import CHANCE
from baumeister.envs.openspiel.game import BaumeisterGame, register
from baumeister.envs.openspiel.history import ActionHistory, Step
from baumeister.envs.openspiel.spec import GameSpec
from baumeister.fast import tangram_city
from baumeister.games.tangram_city.options import PLAYERS, Options
from baumeister.games.tangram_city.rules import asked, next_holder
from baumeister.games.tangram_city.state import CARDS_A_ROUND, ROUNDS, Phase, State
from baumeister.games.tangram_city.tiles import TILES
from baumeister.games.tangram_city.view import lookers

_MOMENTS: Final = CARDS_A_ROUND + 1
"""The moments of a round: each card, and the fountain."""
_LAST_DECISIONS: Final = TILES - (ROUNDS - 1) * CARDS_A_ROUND + 1
"""The decisions of the last round, all in one moment: the tiles left and the fountain (T2.5)."""


class TangramCityHistory(ActionHistory):
    """Hides cards that a seat may not look at before they are played (T2.1), and decisions until
    everyone has decided (T2.2)."""

    def __init__(self, rules: Any) -> None:
        super().__init__(rules)
        options = rules.options
        self._sides = int(options.printed_field)
        """The number of moments before the first round."""
        self._set_up = 1 + options.printed_field * (1 if options.same_board else rules.players)
        """The chance outcomes before the first round that are still to come."""
        self._dealt = 0
        self._decisions = 0
        self._pillar = -1
        self._held = 0
        """The round, from 0, in which the pillar is held so."""

    def _begin_at(self, state: State) -> None:
        if state.phase > Phase.START:
            self._pillar = state.pillar
            self._set_up = self._set_up - 1 if state.phase == Phase.BOARDS else 0
        if not state.round:
            moments = 0
        elif state.phase == Phase.OVER:
            moments = self._sides + (ROUNDS - 1) * _MOMENTS + _LAST_DECISIONS
        else:
            moments = self._sides + (state.round - 1) * _MOMENTS + state.slot
            self._held = state.round - 1
        pending = sum(len(asked(state)) - len(todo) for todo in state.todo if asked(state))
        self._decisions = moments * int(self.rules.players) + pending
        self._dealt = TILES - len(state.pile)

    def _chance(self, number: int, points: Sequence[int]) -> Step:
        if self._pillar < 0:
            self._pillar = number
        if self._set_up:
            self._set_up -= 1
            return Step(CHANCE, number)
        past, slot = divmod(self._dealt, CARDS_A_ROUND)
        self._dealt += 1
        if past > self._held:
            self._pillar, self._held = next_holder(points, self._pillar), past
        last = past == ROUNDS - 1
        may_look = lookers(self.rules.players, self._pillar, last, slot)
        return Step(CHANCE, number, may_look, revealed_at=self._sides + past * _MOMENTS + slot)

    def _decision(self, player: int, number: int) -> Step:
        step = Step(player, number, (player,), revealed_at=self._moment() + 1)
        self._decisions += 1
        return step

    def _moment(self) -> int:
        """The number of completed moments; the last round is a single one."""
        each = self._decisions // int(self.rules.players)
        last = self._sides + (ROUNDS - 1) * _MOMENTS
        return last + (each - last) // _LAST_DECISIONS if each > last else each


def num_decisions(options: Options) -> int:
    """The side, one decision per tile, one fountain per round."""
    return options.players * (options.printed_field + TILES + ROUNDS)


def max_chance_nodes(options: Options) -> int:
    """The pillar, the boards, and one card per tile."""
    boards = 1 if options.same_board else options.players
    return 1 + boards * options.printed_field + TILES


@register
class TangramCityGame(BaumeisterGame):
    """Fill a city with tangram tiles."""

    spec = GameSpec(
        positions=tangram_city,
        name="python_baumeister_tangram_city",
        title="Tangram City",
        players=PLAYERS,
        history=TangramCityHistory,
        num_decisions=num_decisions,
        max_chance_nodes=max_chance_nodes,
        max_chance_outcomes=lambda _: TILES,
    )
