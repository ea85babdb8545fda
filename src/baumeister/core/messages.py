"""Message texts with placeholders: the part of ICU MessageFormat that translators need.

`{name}` is replaced by a value; `{n, plural, one {# floor} other {# floors}}` chooses by
number, `#` being the number itself. `one` is 1 in English, German and Dutch, 0 and 1 in
French.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

_PLURAL = re.compile(r"\{(\w+), plural, one \{([^{}]*)\} other \{([^{}]*)\}\}")


class Word(NamedTuple):
    """A value that is a word, such as a colour or a kind of action: each language has its own."""

    key: str
    number: int | None = None
    """Of which there are several: player 2."""


class Words(NamedTuple):
    """Several words in a row."""

    several: tuple[Word, ...]
    last: Word | None = None
    """What stands before the last of them instead of a comma: "or"."""


Value = str | int | Word | Words
"""What a placeholder stands for. Texts and numbers read alike in every language."""


def format_message(
    pattern: str,
    values: Mapping[str, Value],
    language: str = "en",
    words: Mapping[str, str] | None = None,
) -> str:
    """The pattern with its values filled in; words as the language's table has them.

    >>> format_message("{who} has {n, plural, one {# floor} other {# floors}}",
    ...                {"who": Word("blue"), "n": 1}, words={"blue": "blue"})
    'blue has 1 floor'
    """

    def plural(found: re.Match[str]) -> str:
        name, one, other = found.groups()
        number = values[name]
        ones = (0, 1) if language == "fr" else (1,)
        return (one if number in ones else other).replace("#", str(number))

    said = {name: _said(value, words or {}) for name, value in values.items()}
    return _PLURAL.sub(plural, pattern).format_map(said)


def _said(value: Value, words: Mapping[str, str]) -> str:
    match value:
        case Word(key, number):
            return words[key].format(number=number)
        case Words(several, last):
            found = [_said(each, words) for each in several]
            if last and len(found) > 1:
                return f"{', '.join(found[:-1])} {_said(last, words)} {found[-1]}"
            return ", ".join(found)
    return str(value)
