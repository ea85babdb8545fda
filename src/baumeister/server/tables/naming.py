"""Names that do not repeat."""

from __future__ import annotations

from collections.abc import Collection
from itertools import count

from baumeister.records.reading import LONGEST_NAME


def distinct(name: str, taken: Collection[str]) -> str:
    """The name, numbered if it is taken; an empty one stays empty.

    >>> distinct("Ada", ["Ada", "Ada 2"])
    'Ada 3'
    """
    if not name or name not in taken:
        return name
    numbered = (f"{name[: LONGEST_NAME - 4]} {number}" for number in count(2))
    return next(each for each in numbered if each not in taken)
