"""Make puzzles out of self-play: screen every decision, then verify and explain the clear ones."""

from __future__ import annotations

from random import Random
from typing import Any, Final, NamedTuple

from baumeister.bots.analysis.evaluator import Alternative, Question
from baumeister.bots.analysis.parts import evaluator_for
from baumeister.bots.bot import Budget, seed_from
from baumeister.core.game import AnyGame
from baumeister.core.match import Match
from baumeister.core.position_text import view_text
from baumeister.puzzles.making.explaining import Explanation, explain, greediest, themes_of
from baumeister.puzzles.making.measuring import clarity, difficulty, promises
from baumeister.puzzles.parts import Kind, PuzzlesModule, kind_of, puzzles_of
from baumeister.puzzles.puzzle import Clarity, Puzzle

MOST_A_GAME: Final = 4
"""Puzzles of one game: more would resemble each other."""
SECOND: Final = 0.8
"""The share of the demands that the second look must meet."""
QUICKER: Final = 4
"""Decisions that cannot become a puzzle are played with this part of the budget."""
MANY: Final = 2
"""If this many actions gain the most points at once, none of them is obvious."""


class Budgets(NamedTuple):
    """Simulations for each step."""

    play: int = 120
    """For each decision of self-play, and for a first look at it."""
    screen: int = 600
    """For a second look at the decisions that look clear."""
    verify: int = 3000
    """For each of the searches and comparisons that a candidate must pass."""


class Made(NamedTuple):
    """What one game of self-play brought."""

    number: int
    decisions: int
    """That suit the kind."""
    candidates: int
    """That looked clear and not obvious."""
    puzzles: list[Puzzle]


def make_from_game(game: AnyGame, kind_name: str, seed: int, number: int, budgets: Budgets) -> Made:
    """Play the n-th game of self-play and make puzzles of its decisions.

    The same arguments give the same puzzles on any machine.
    """
    kind, module = kind_of(game, kind_name), puzzles_of(game)
    assert module is not None  # it has the kind
    maker = _Maker(game, kind, module, number, budgets)
    maker.play(Random(f"{game.id}/puzzles/{kind_name}/{seed}/{number}"))
    return Made(number, maker.decisions, maker.candidates, maker.found)


class _Maker:
    def __init__(
        self, game: AnyGame, kind: Kind, module: PuzzlesModule, number: int, budgets: Budgets
    ) -> None:
        self.decisions = self.candidates = 0
        self.found: list[Puzzle] = []
        self._game, self._kind, self._module = game, kind, module
        self._number, self._budgets = number, budgets
        self._options = game.options(kind.options(number))
        self._players = game.players(self._options)
        self._evaluator = evaluator_for(game)

    def play(self, rng: Random) -> None:
        game, match = self._game, Match(self._game, self._options)
        match.roll(rng)
        while match.actors and len(self.found) < MOST_A_GAME:
            for seat in match.waiting_for:
                view, legal = match.view(seat), match.legal(seat)
                action = legal[0]
                if len(legal) > 1:
                    seed = seed_from(rng) >> 8
                    suits = self._kind.suits(match.state, seat)
                    nodes = self._budgets.play // (1 if suits else QUICKER)
                    listed = self._look(Question(game, seat, view), nodes, seed)
                    action = listed[0].action if listed else legal[0]
                    if suits:
                        self._consider(view, listed, match.version, seed)
                match.submit(seat, action)
            match.roll(rng)

    def _look(self, question: Question, nodes: int, seed: int) -> list[Alternative]:
        return self._evaluator.alternatives(question, Budget(nodes=nodes), seed)

    def _consider(self, view: Any, listed: list[Alternative], line: int, seed: int) -> None:
        """Make a puzzle of the decision if it stands every test."""
        self.decisions += 1
        question = self._kind.question(self._game, view)
        if question.view is not view:
            listed = self._look(question, self._budgets.play, seed)
        if not promises(self._kind, question, listed) or is_obvious(question, listed[0].action):
            return
        second = self._look(question, self._budgets.screen, seed + 5)
        if not promises(self._kind, question, second, SECOND):
            return
        self.candidates += 1
        clear = clarity(self._kind, question, self._budgets.verify, seed + 1)
        if clear is not None and not is_obvious(question, clear.best[0]):
            told = explain(
                self._kind, question, clear, Budget(nodes=self._budgets.verify), seed + 9
            )
            if not told.objections:
                source = {"game": self._number, "line": line}
                self.found.append(self._puzzle(question, view, clear, told, source))

    def _puzzle(
        self,
        question: Question,
        view: Any,
        clear: Clarity,
        told: Explanation,
        source: dict[str, int],
    ) -> Puzzle:
        game = self._game
        return Puzzle(
            kind=self._kind.name,
            position=view_text(game, view),
            seat=question.seat,
            best=tuple(map(str, clear.best)),
            chance=round(clear.chance, 3),
            margin=round(clear.margin, 4),
            error=round(clear.error, 4),
            difficulty=difficulty(game, question.view, self._kind.solvers, clear.best),
            themes=themes_of(self._module, told),
            reasons=told.reasons,
            wrong=told.wrong,
            source=source,
        )


def is_obvious(question: Question, action: Any) -> bool:
    """Whether the action is one of the few that gain most at once."""
    listed = greediest(question)
    return len(listed) < MANY and action in listed
