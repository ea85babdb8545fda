"""docs/ladder.md from the results of the rungs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from .rungs import RUNGS, Goal, Rung

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / "docs" / "ladder"
PAGE: Final = ROOT / "docs" / "ladder.md"
HEAD: Final = """# The ladder

The measured strength of the bots, written by `tools/ladder` ([how the arena
plays](arena.md)): every bot in every seat, the same deals for every seating, 95 % confidence
intervals over deals. A rung is met when the value reaches its goal, and met *with confidence* when
the whole interval does.

"""
FOOT: Final = """Command, commit, points, thinking times and machine are in the file of each rung.
Where it says *56 of 400*, the run was stopped early."""
NONE_YET: Final = (
    "No rung has been played yet: `tools/ladder` lists them, `tools/ladder NAME` plays one.\n"
)


def result_path(rung: Rung) -> Path:
    return FOLDER / f"{rung.name}.json"


def result_of(rung: Rung) -> dict[str, Any] | None:
    path = result_path(rung)
    return json.loads(path.read_text("utf-8")) if path.exists() else None


def page() -> str:
    """The text of docs/ladder.md."""
    results = [result for rung in RUNGS if (result := result_of(rung))]
    if not results:
        return HEAD + NONE_YET
    lines = [
        "| rung | result (95 %) | goal | games (deals) | date |",
        "|---|---|---|---|---|",
    ]
    for result in results:
        goals = [_goal(goal) for goal in result["goals"]] or [(result["told"], "")]
        lines.append(
            f"| [{result['title']}](ladder/{result['name']}.json)"
            f" | {'<br>'.join(text for text, _ in goals)}"
            f" | {'<br>'.join(met for _, met in goals)} | {_games(result)} ({result['deals']})"
            f" | {result['date'][:10]} |"
        )
    lines += ["", FOOT]
    return HEAD + "\n".join(lines) + "\n"


def _games(result: dict[str, Any]) -> str:
    games, wanted = result["games"], result["wanted"]
    return str(games) if games >= wanted else f"{games} of {wanted}"


def _goal(goal: dict[str, Any]) -> tuple[str, str]:
    if goal["value"] is None:
        return "–", "not measured"
    text = Goal(goal["measure"], goal["least"]).text
    interval = (
        f"{text(goal['value'])} ({_short(text(goal['low']))} to {_short(text(goal['high']))})"
    )
    met = "not met"
    if goal["value"] >= goal["least"]:
        met = "met with confidence" if goal["low"] >= goal["least"] else "met"
    return interval, f"≥ {_short(text(goal['least']))}: {met}"


def _short(text: str) -> str:
    return text.split(" ", maxsplit=1)[0]
