"""What a game brings to the puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.reasons import reasons_for
from baumeister.bots.analysis.result import Reason, consequences
from baumeister.core.game import AnyGame
from baumeister.core.registry import plugin_of
from baumeister.puzzles.puzzle import Clarity, PuzzleError, Wrong

MOST_THEMES: Final = 2
"""The most themes of a puzzle."""


class Kind(Protocol):
    """A kind of puzzle: which positions it takes, what is asked there, and what is clear."""

    @property
    def name(self) -> str: ...

    @property
    def solvers(self) -> Sequence[str]:
        """Codes of ever stronger bots: a puzzle is harder the more of them miss it."""

    @property
    def least_chance(self) -> float:
        """The smallest chance of the best move, which must be worth finding."""

    def options(self, number: int) -> Mapping[str, Any]:
        """The options of the n-th game of self-play."""

    def suits(self, state: Any, seat: int) -> bool:
        """Whether the seat's decision may become a puzzle."""

    def question(self, game: AnyGame, view: Any) -> Question:
        """What is asked: the view, or a variation of it in which the goal decides the game."""

    def answer(self, action: Any) -> Hashable:
        """What is asked for in an action: actions with the same answer are no rivals."""

    def least_margin(self, players: int) -> float:
        """The smallest margin of a clear best move."""

    def is_doubtful(self, question: Question, best: Any) -> bool:
        """Whether another move looks as good by what a player can count: the best move is not
        clear then."""


class DayKind(Protocol):
    """A puzzle that is a whole game for one player, with cards that depend on the day alone."""

    @property
    def name(self) -> str: ...

    def options(self) -> Mapping[str, Any]:
        """The options of the game."""

    @property
    def par(self) -> Sequence[str]:
        """Codes of two bots, the weaker first: reaching their scores earns a star each."""

    def best(self, orders: Any, nodes: int) -> tuple[int, int]:
        """The best known score with all cards known, and an upper bound of any score.

        `orders` is a finished match of the day: what chance does depends on no decision.
        """


class PuzzlesModule(Protocol):
    """The module `Plugin.puzzles` names. `words.<language>.toml` of the game's analysis has the
    words of its reasons."""

    KINDS: Mapping[str, Kind]
    DAYS: Mapping[str, DayKind]
    THEMES: Mapping[str, Sequence[str]]
    """The themes, and the codes of the reasons that speak for each."""

    def reasons(self, question: Question, action: Any) -> list[Reason]:
        """What an action does, by all that the player knows."""

    def speaks_for(self, question: Question, best: Any, others: Sequence[Any]) -> list[Reason]:
        """What the best move does, and what speaks for it and not for the others."""

    def speaks_against(self, question: Question, moves: tuple[Any, Any]) -> list[Reason]:
        """What is worse about the second move than about the first, the best one. A fact that may
        give the best move away names in `veiled` the code of a sentence that does not."""

    def is_explained(self, wrong: Wrong) -> bool:
        """Whether something on the board says what is wrong with a move."""

    def objections(
        self,
        question: Question,
        clear: Clarity,
        reasons: Sequence[Reason],
        wrong: Sequence[Wrong],
    ) -> list[str]:
        """Why a position is no good puzzle although its best move is clear: codes."""


def puzzles_of(game: AnyGame) -> PuzzlesModule | None:
    """The game's own part; None if it has no puzzles."""
    found: PuzzlesModule | None = plugin_of(game).load("puzzles")
    return found


def known_reasons(question: Question, action: Any) -> list[Reason]:
    """What an action does, by all that the player knows where the game's puzzles tell it."""
    module = puzzles_of(question.game)
    if module is None:
        return reasons_for(question.game, question.view, action)
    return module.reasons(question, action)


def kind_of(game: AnyGame, name: str) -> Kind:
    """The kind with this name; PuzzleError if the game has none."""
    module = puzzles_of(game)
    kinds: Mapping[str, Kind] = module.KINDS if module else {}
    if name not in kinds:
        there = ", ".join(kinds_of(game)) or "none"
        raise PuzzleError(f"no kind of puzzle {name!r} for {game.id}; there are: {there}")
    return kinds[name]


def day_kind_of(game: AnyGame, name: str) -> DayKind:
    """The kind of whole games with this name; PuzzleError if the game has none."""
    module = puzzles_of(game)
    kinds: Mapping[str, DayKind] = module.DAYS if module else {}
    if name not in kinds:
        raise PuzzleError(f"{game.id} has no puzzle of the day {name!r}")
    return kinds[name]


def kinds_of(game: AnyGame) -> list[str]:
    """The names of all kinds of puzzles of a game."""
    module = puzzles_of(game)
    return [*module.KINDS, *module.DAYS] if module else []


def is_day(game: AnyGame, name: str) -> bool:
    """Whether puzzles of this kind are whole games."""
    module = puzzles_of(game)
    return module is not None and name in module.DAYS


def themes_by(table: Mapping[str, Sequence[str]], reasons: Iterable[Reason]) -> list[str]:
    """The themes of a table, by the codes of reasons, that most of these reasons speak for.

    >>> themes_by({"height": ["highest"], "area": ["majority"]}, [{"code": "majority"}])
    ['area']
    """
    told = [each for each in reasons if not each.get("against")]
    codes = Counter(each["code"] for reason in told for each in (reason, *consequences(reason)))
    counts = {name: sum(codes[code] for code in listed) for name, listed in table.items()}
    found = sorted(counts, key=lambda name: -counts[name])
    return [name for name in found if counts[name]][:MOST_THEMES]
