"""What a decision is about: the themes that its reasons speak for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from baumeister.bots.analysis.result import Reason

MOST_THEMES: Final = 2


def themes_by(table: Mapping[str, Sequence[str]], reasons: Iterable[Reason]) -> list[str]:
    """The themes of a table, by the codes of reasons, that most of these reasons speak for.

    >>> themes_by({"height": ["highest"], "area": ["majority"]}, [{"code": "majority"}])
    ['area']
    """
    codes = Counter(each["code"] for each in reasons if not each.get("against"))
    counts = {name: sum(codes[code] for code in listed) for name, listed in table.items()}
    found = sorted(counts, key=lambda name: -counts[name])
    return [name for name in found if counts[name]][:MOST_THEMES]
