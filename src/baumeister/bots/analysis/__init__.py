"""Analysis of a game: judged decisions, winning chances line by line, luck and skill."""

from baumeister.bots.analysis.analyse import analyse, analyse_line
from baumeister.bots.analysis.result import (
    VERDICTS,
    Analysis,
    Judgement,
    Line,
    Reason,
    Share,
    TurningPoint,
)

__all__ = [
    "VERDICTS",
    "Analysis",
    "Judgement",
    "Line",
    "Reason",
    "Share",
    "TurningPoint",
    "analyse",
    "analyse_line",
]
