"""Manhattan in OpenSpiel: `python_baumeister_manhattan`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from baumeister.core.chance import CHANCE
from baumeister.envs.faces import MANHATTAN_FACE
from baumeister.envs.openspiel import parameters as p
from baumeister.envs.openspiel.course import Course, Step
from baumeister.envs.openspiel.game import BaumeisterGame, register
from baumeister.envs.openspiel.kind import Kind
from baumeister.fast.manhattan.numbers import CHOOSE, ONE
from baumeister.games.manhattan.board import CARDS, DISTRICTS, SITES
from baumeister.games.manhattan.editions import DEFAULT_EDITION
from baumeister.games.manhattan.options import PLAYERS, Options
from baumeister.games.manhattan.urban import CARD_NAMES

PARAMETERS: Final = {
    "players": p.Parameter(4),
    "edition": p.Parameter(DEFAULT_EDITION),
    "rounds": p.left(0),
    "blocks": p.left(0),
    "sides": p.left("", p.numbers),
    "hand": p.Parameter(4),
    "choice": p.Parameter("open"),
    "same_owner_highest": p.left("", p.flag),
    "tie_break": p.left("", p.flag),
    "urban": p.Parameter(False),
    "megacity_all": p.Parameter(False),
    "variants": p.left("", p.words),
    "colours": p.left("", p.words),
    "start": p.left(-1),
    "monster": p.left(""),
}


class ManhattanCourse(Course):
    """Hidden are the cards that others draw, and secret choices until all have chosen (M7)."""

    def __init__(self, rules: Any) -> None:
        super().__init__(rules)
        self._choices = 0

    def _chance(self, number: int, points: Sequence[int]) -> Step:  # noqa: ARG002
        options, done = self.rules.options, len(self.steps)
        if 0 < done <= options.players * options.hand:
            return Step(CHANCE, number, lookers=((done - 1) // options.hand,))
        if done and self.steps[-1].actor != CHANCE:  # the card drawn at the end of a turn
            return Step(CHANCE, number, lookers=(self.steps[-1].actor,))
        return Step(CHANCE, number)

    def _decision(self, player: int, number: int) -> Step:
        if self.rules.options.choice == "secret" and CHOOSE <= number < ONE:
            step = Step(player, number, lookers=(player,), opens=self._moment() + 1)
            self._choices += 1
            return step
        return Step(player, number)

    def _moment(self) -> int:
        return self._choices // len(self.rules.options.colours)


def decisions(options: Options) -> int:
    """Blocks are chosen by colour, all of a round at once or one by one; then built or given up
    one by one."""
    choices = options.blocks if options.choice == "one-by-one" else 1
    return options.rounds * len(options.colours) * (choices + options.blocks)


def chances(options: Options) -> int:
    """The start player, the hands, the monster, the order of districts, the urban cards (with
    the one that fake news hid), and a card after every turn."""
    return (
        1
        + options.players * options.hand
        + options.has_monster
        + len(DISTRICTS) * ("progressive" in options.variants)
        + (options.rounds + 1) * options.urban
        + options.rounds * options.blocks * len(options.colours)
    )


def outcomes(options: Options) -> int:
    """Sites for the monster; else the urban cards or the cards are the most."""
    if options.has_monster:
        return SITES
    return len(CARD_NAMES) if options.urban else len(CARDS)


@register
class ManhattanGame(BaumeisterGame):
    """Stack skyscraper blocks in six districts."""

    kind = Kind(
        face=MANHATTAN_FACE,
        name="python_baumeister_manhattan",
        title="Manhattan",
        players=PLAYERS,
        parameters=PARAMETERS,
        course=ManhattanCourse,
        decisions=decisions,
        chances=chances,
        outcomes=outcomes,
    )
