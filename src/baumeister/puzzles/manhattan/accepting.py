"""Which clear positions make a good puzzle of Manhattan: the explanation must show a cause.

A player agrees with a solution if they can count on the board what it gains, which threat it stops
or what decides the round, and what is worse after the other moves. Averages do not show that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.result import Reason
from baumeister.puzzles.manhattan.accounts import MAJORITY, is_deciding, safety
from baumeister.puzzles.puzzle import Clarity, Wrong

NEAR: Final = 0.15
"""How much lower the chance of winning may be than what can be counted."""
LEAST_WRONG: Final = 2
"""Wrong moves that must be explained, if there are as many."""
GAINS: Final = ("majority", "highest")
BREAKS: Final = ("no-majority", "level")
"""Codes of what a move gains for a seat, or takes `from` one."""
BEST: Final = (
    "guards", "guards-highest", "guards-top", "guards-level", "unbeatable", "safe-lead",
    "beaten-by", "beaten-on", "monster",
)  # fmt: skip
WRONG: Final = ("threat-takes", "threat-builds", "worth-less", "behind", "refutes")
"""Codes, or how they begin, that are a cause in themselves, of the best move and of a wrong one."""
RARE: Final = "few-cards"
"""The code of a threat that is unlikely."""


def objections(
    question: Question, clear: Clarity, reasons: Sequence[Reason], wrong: Sequence[Wrong]
) -> list[str]:
    """`no-cause`: nothing on the board says why the best move is good. `unexplained`: the same of
    more than one wrong move, or of the most tempting one. `unlike-count`: the deciding round is
    lost more often than single replies can explain."""
    found = []
    is_open = any(_is_costly(question, each, reasons) for each in reasons)
    if not any(_is_cause(question, each, is_open=is_open) for each in reasons):
        found.append("no-cause")
    explained = [each for each in wrong if is_explained(each)]
    if wrong[0] not in explained or len(explained) < min(LEAST_WRONG, len(wrong)):
        found.append("unexplained")
    if is_deciding(question) and clear.chance < safety(question, clear.best[0]) - NEAR:
        found.append("unlike-count")
    return found


def is_explained(wrong: Wrong) -> bool:
    """Whether something on the board says what is wrong with a move."""
    return any(each["code"].startswith(WRONG) and not each.get("minor") for each in wrong.contrast)


def _is_costly(question: Question, reason: Reason, reasons: Sequence[Reason]) -> bool:
    """Whether a reason is a reply to the best move that costs what it gains, and not for few cards
    alone."""
    seat, code = question.seat, reason["code"]
    if not code.startswith("left") or any(each["code"] == RARE for each in reason["so"]):
        return False
    points = [each for each in reasons if each["code"] == "points" and each["seat"] == seat]
    gained: int = sum(each["gain"] for each in points)
    return _costs(question, reason) >= gained


def _costs(question: Question, reason: Reason) -> int:
    """What a reply costs the player, in points."""
    costs: int = -dict(reason["gains"]).get(question.seat, 0)
    return costs


def _is_cause(question: Question, reason: Reason, *, is_open: bool) -> bool:
    """Whether a reason says why the best move is good. If it is open to a costly reply, only a
    stopped threat to the player does. Gains do not say who wins the last round."""
    code, seat, view = reason["code"], question.seat, question.view
    if code.startswith("stops"):
        return not is_open or _costs(question, reason) >= MAJORITY
    if code in BEST:
        return True
    gains = code in GAINS and reason["seat"] == seat
    breaks = code in BREAKS and reason["from"] != seat
    lasts = not is_open and (is_deciding(question) or view.round < view.options.rounds)
    return (gains or breaks) and lasts
