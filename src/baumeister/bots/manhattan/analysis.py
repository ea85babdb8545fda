"""Manhattan's part of analyses and hints: the evaluator, the reasons and how they are worded.

The evaluator plays rounds out, unlike levels 4 and 5: that also tells the points an action leads
to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from baumeister.bots.analysis.evaluator import Evaluator
from baumeister.bots.analysis.search_evaluator import SearchEvaluator
from baumeister.bots.manhattan.contrast import contrast
from baumeister.bots.manhattan.reasons import reasons
from baumeister.bots.manhattan.settings import search_settings
from baumeister.bots.words import common_word, listed
from baumeister.core.messages import Value
from baumeister.games.clauses import clauses
from baumeister.games.manhattan.options import Options
from baumeister.games.manhattan.scoring import colours_of
from baumeister.games.manhattan.urban import CLAUSES as URBAN

__all__ = ["contrast", "evaluator", "reasons", "seat_names", "wording"]

_RULES: Final = "baumeister.games.manhattan"


def evaluator() -> Evaluator:
    """The search of levels 4 and 5, with rounds played out before they are valued."""
    return SearchEvaluator(partial(search_settings, leaf="round"))


def seat_names(options: Options, language: str) -> list[str]:
    """Every seat by its colours, such as “Orange”, or “Orange/Yellow” if it has two."""
    word, colours = clauses(_RULES, language).word, options.colours
    return [
        "/".join(word(colours[each]).capitalize() for each in colours_of(options, seat))
        for seat in range(options.players)
    ]


def wording(reason: Mapping[str, Any], language: str) -> tuple[str, dict[str, Value]]:
    """The key of a reason's words, and its blocks, district and urban card in words."""
    values: dict[str, Value] = {}
    if "blocks" in reason:
        blocks = [_blocks(colour, sizes, language) for colour, sizes in reason["blocks"]]
        values["blocks"] = listed(blocks, common_word("and", language))
    if "places" in reason:
        values["places"] = listed(reason["places"], common_word("or", language))
    if "named" in reason:
        values["district"] = _district(reason["named"], language)
    if "card" in reason:
        values["card"] = clauses(_RULES, language).get(URBAN[reason["card"]]).title
    return _key(reason), values


def _key(reason: Mapping[str, Any]) -> str:
    code: str = reason["code"]
    if code in ("majority", "highest") and "from" in reason:
        return f"{code}-from"
    return f"safe-{reason['until']}" if code == "safe" else code


def _district(name: str, language: str) -> str:
    """A district as its edition names it: a letter, or a city in the reader's language."""
    return clauses(_RULES, language).word(name) if len(name) > 1 else name


def _blocks(colour: str | None, sizes: Sequence[int], language: str) -> str:
    """Blocks of one colour, “4 + 4 + 2”; the colour is named if the player has several."""
    text = " + ".join(map(str, sizes))
    return text if colour is None else f"{clauses(_RULES, language).word(colour)} {text}"
