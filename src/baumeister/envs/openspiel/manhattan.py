"""Manhattan in OpenSpiel: `python_baumeister_manhattan`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from baumeister.core.chance import CHANCE
from baumeister.envs.openspiel.game import BaumeisterGame, register
from baumeister.envs.openspiel.history import ActionHistory, Step
from baumeister.envs.openspiel.spec import GameSpec
from baumeister.fast import manhattan
from baumeister.fast.manhattan.numbers import CHOOSE, ONE
from baumeister.games.manhattan.board import CARDS, DISTRICTS, SITES
from baumeister.games.manhattan.options import PLAYERS, Options
from baumeister.games.manhattan.state import Phase, State
from baumeister.games.manhattan.urban import CARD_NAMES


class ManhattanHistory(ActionHistory):
    """Hides the cards that others draw, and secret choices until everyone has chosen (M7)."""

    def __init__(self, rules: Any) -> None:
        super().__init__(rules)
        self._choices = 0
        self._set_up = 0
        """The chance outcomes so far, until all hands are dealt."""
        self._last = CHANCE
        """The last to act."""

    def _begin_at(self, state: State) -> None:
        options = state.options
        if state.phase > Phase.START:
            self._set_up = 1 + sum(map(len, state.hands))
        if state.phase > Phase.DEAL:
            self._set_up = 1 + options.players * options.hand
        if state.phase == Phase.DRAW:
            self._last = state.turn
        if state.phase == Phase.CHOOSE:
            self._choices = sum(map(any, state.trays))

    def _chance(self, number: int, points: Sequence[int]) -> Step:  # noqa: ARG002
        options, done, last = self.rules.options, self._set_up, self._last
        self._last = CHANCE
        if done <= options.players * options.hand:
            self._set_up += 1
            return Step(CHANCE, number, ((done - 1) // options.hand,) if done else None)
        if last != CHANCE:  # a card drawn at the end of a turn
            return Step(CHANCE, number, observers=(last,))
        return Step(CHANCE, number)

    def _decision(self, player: int, number: int) -> Step:
        self._last = player
        if self.rules.options.choice == "secret" and CHOOSE <= number < ONE:
            step = Step(player, number, observers=(player,), revealed_at=self._moment() + 1)
            self._choices += 1
            return step
        return Step(player, number)

    def _moment(self) -> int:
        return self._choices // len(self.rules.options.colours)


def num_decisions(options: Options) -> int:
    """In each round a choice per colour (or per block), then a build or forfeit per block."""
    choices = options.blocks if options.choice == "one-by-one" else 1
    return options.rounds * len(options.colours) * (choices + options.blocks)


def max_chance_nodes(options: Options) -> int:
    """The start player, the hands, the monster, the order of the districts, the urban cards
    (including one hidden by fake news), and a card after every turn."""
    return (
        1
        + options.players * options.hand
        + options.has_monster
        + len(DISTRICTS) * ("progressive" in options.variants)
        + (options.rounds + 1) * options.urban
        + options.rounds * options.blocks * len(options.colours)
    )


def max_chance_outcomes(options: Options) -> int:
    """Sites for the monster, otherwise urban cards or cards."""
    if options.has_monster:
        return SITES
    return len(CARD_NAMES) if options.urban else len(CARDS)


@register
class ManhattanGame(BaumeisterGame):
    """Stack skyscraper blocks in six districts."""

    spec = GameSpec(
        positions=manhattan,
        name="python_baumeister_manhattan",
        title="Manhattan",
        players=PLAYERS,
        history=ManhattanHistory,
        num_decisions=num_decisions,
        max_chance_nodes=max_chance_nodes,
        max_chance_outcomes=max_chance_outcomes,
    )
