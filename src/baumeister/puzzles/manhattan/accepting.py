"""Which clear positions make a good puzzle of Manhattan: the explanation must show a cause.

A player agrees with a solution if they can see on the board what it gains, which threat it stops
or what decides the round, and what happens after the other moves. Averages do not show that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from baumeister.bots.analysis.result import Reason
from baumeister.puzzles.puzzle import Wrong

LEAST_WRONG: Final = 2
"""Wrong moves that must be explained, if there are as many."""
CHANGES: Final = {"wins-majority": 0.15, "wins-highest": 0.15, "stays": 0.15, "holds": 0.3}
"""Codes of facts that name something on the board and how often it comes about, and the least
change of that to count as a cause."""
GAINS: Final = ("majority", "highest")
BREAKS: Final = ("no-majority", "level")
"""Codes of what a move gains for a seat, or takes `from` one."""
BEST: Final = (
    "guards", "guards-highest", "guards-top", "guards-level", "guards-majority", "plan",
    "unbeatable", "beaten-by", "monster",
)  # fmt: skip
WRONG: Final = (
    "leaves", "leaves-highest", "leaves-majority", "answers", "refutes",
    "refutes-tie",
)  # fmt: skip
"""Codes that are a cause in themselves, of the best move and of a wrong one."""


def objections(seat: int, reasons: Sequence[Reason], wrong: Sequence[Wrong]) -> list[str]:
    """`no-cause`: nothing on the board says why the best move is good. `unexplained`: the same of
    more than one wrong move, or of the most tempting one; that somebody who does not win by it
    could decide against the player is no explanation. `kingmaker`: the best move wins only if
    somebody else makes the right reply."""
    found = []
    if not any(_speaks_for(seat, each) for each in reasons) and not _settles(reasons):
        found.append("no-cause")
    explained = [each for each in wrong if is_explained(each)]
    if wrong[0] not in explained or len(explained) < min(LEAST_WRONG, len(wrong)):
        found.append("unexplained")
    if any(each["code"].startswith("needs") for each in reasons):
        found.append("kingmaker")
    return found


def is_explained(wrong: Wrong) -> bool:
    """Whether something on the board says what is wrong with a move.

    One point more for an opponent says it only if the score is about to decide.
    """
    close = any(each["code"].startswith(("standing", "defeat")) for each in wrong.contrast)
    return any(
        each["code"] in WRONG
        or (each["code"] == "answers-builds" and "so" in each)
        or (each["code"] == "spares" and (close or each["count"] > 1))
        or _is_change(each)
        for each in wrong.follows
        if not each.get("against")
    )


def _speaks_for(seat: int, reason: Reason) -> bool:
    code = reason["code"]
    gains = code in GAINS and reason["seat"] == seat
    breaks = code in BREAKS and reason["from"] != seat
    return code in BEST or gains or breaks or _is_change(reason)


def _settles(reasons: Sequence[Reason]) -> bool:
    """Whether a building is taken that cannot be taken back in this round, or from the only
    opponent who can still win."""
    taken = {each["from"] for each in reasons if each["code"] == "takes"}
    rivals = {each["seat"] for each in reasons if each["code"] in ("only-rival", "rival")}
    return bool(taken and ("safe" in {each["code"] for each in reasons} or taken & rivals))


def _is_change(fact: Reason) -> bool:
    least = CHANGES.get(fact["code"])
    return least is not None and abs(fact["now"] - fact["was"]) >= least
