"""Scoring after every round, and the end of the game (T4, T5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from baumeister.core.outcome import Outcome, ranks_by
from baumeister.games.tangram_city.geometry import (
    FULL_BOARD,
    Rectangle,
    find_rectangle,
    full_fields,
    largest_rectangle,
    touched_fields,
)
from baumeister.games.tangram_city.state import Board, Score

PLANNING: Final = 15
HARMONY: Final = {0: 20, 1: 10, 2: 10, 3: 5, 4: 5}
"""The harmony bonus by the difference of the counts; 0 from 5 on."""

RATINGS: Final = ((200, "legend"), (180, "wonderful"), (140, "impressive"), (100, "decent"))


def counted_fields(colour: int, fountains: int) -> int:
    """The fields of one colour, or half of it and half fountain, as 49 bits (T4.2)."""
    return full_fields(colour | fountains) & touched_fields(colour)


def count_colour(colour: int, fountains: int) -> int:
    """The number of fields that count for a colour (T4.2)."""
    return counted_fields(colour, fountains).bit_count()


def score_board(board: Board) -> Score:
    """The largest rectangle and the counts of both colours."""
    return Score(
        rectangle=largest_rectangle(full_fields(board.covered)),
        buildings=count_colour(board.building, board.fountains),
        green=count_colour(board.green, board.fountains),
    )


class Scoring(NamedTuple):
    """The scoring of a city, explained: the counts and their fields."""

    score: Score
    rectangle: Rectangle | None
    """The largest rectangle; of several the first."""
    building_fields: int
    green_fields: int
    """As 49 bits."""
    planning: int
    harmony: int
    """The bonuses if the game ended now (T5)."""


def explain_board(board: Board) -> Scoring:
    """The result of `score_board`, explained."""
    score = score_board(board)
    return Scoring(
        score=score,
        rectangle=find_rectangle(full_fields(board.covered), score.rectangle),
        building_fields=counted_fields(board.building, board.fountains),
        green_fields=counted_fields(board.green, board.fountains),
        planning=planning_bonus(board),
        harmony=harmony_bonus(score),
    )


def planning_bonus(board: Board) -> int:
    """The bonus for a complete board (T5.1)."""
    return PLANNING if board.covered == FULL_BOARD else 0


def harmony_bonus(score: Score) -> int:
    """The bonus for balanced colours (T5.2)."""
    return HARMONY.get(abs(score.buildings - score.green), 0)


def rating(points: int) -> str:
    """The rating of a city, alone and in company (T5.4)."""
    return next((name for least, name in RATINGS if points >= least), "try-again")


def final_outcome(
    boards: Sequence[Board], points: Sequence[int], rounds: Sequence[Sequence[Score]]
) -> Outcome:
    """The result: most points win, ties are shared (T5.3)."""
    ranks = ranks_by(points)
    return Outcome(
        scores=tuple(points),
        ranks=ranks,
        reason="shared" if ranks.count(1) > 1 else "points",
        details={
            "rounds": [[score._asdict() for score in scores] for scores in rounds],
            "bonuses": [
                {"planning": planning_bonus(board), "harmony": harmony_bonus(score)}
                for board, score in zip(boards, rounds[-1], strict=True)
            ],
        },
    )
