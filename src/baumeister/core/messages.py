"""Messages with placeholders: a subset of ICU MessageFormat.

`{name}` stands for a value; `{n, plural, one {# floor} other {# floors}}` selects a form by number,
with `#` for the number. `one` means 1 in English, German and Dutch, 0 and 1 in French. A form for
one number, `=4 {...}`, may come first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

_PLURAL = re.compile(
    r"\{(\w+), plural,(?: =(\d+) \{([^{}]*)\})? one \{([^{}]*)\} other \{([^{}]*)\}\}"
)


class Word(NamedTuple):
    """A word that each language translates, such as a colour."""

    key: str
    number: int | None = None
    """Fills `{number}` in the word, as in "player 2"."""


class Words(NamedTuple):
    """A list of words."""

    several: tuple[Word, ...]
    last: Word | None = None
    """The word before the last item instead of a comma, such as "or"."""


Value = str | float | Word | Words
"""The value of a placeholder. Strings and numbers are the same in every language."""


def format_message(
    pattern: str,
    values: Mapping[str, Value],
    language: str = "en",
    words: Mapping[str, str] | None = None,
) -> str:
    """Fill in a pattern; `words` translates the values that are words.

    >>> format_message("{who} has {n, plural, one {# floor} other {# floors}}",
    ...                {"who": Word("blue"), "n": 1}, words={"blue": "blue"})
    'blue has 1 floor'
    """

    def plural(found: re.Match[str]) -> str:
        name, exact, form, one, other = found.groups()
        number = values[name]
        ones = (0, 1) if language == "fr" else (1,)
        if exact is None or str(number) != exact:
            form = one if number in ones else other
        return str(form).replace("#", str(number))

    texts = {name: _text(value, words or {}) for name, value in values.items()}
    return _PLURAL.sub(plural, pattern).format_map(texts)


def _text(value: Value, words: Mapping[str, str]) -> str:
    match value:
        case Word(key, number):
            return words[key].format(number=number)
        case Words(several, last):
            found = [_text(each, words) for each in several]
            if last and len(found) > 1:
                return f"{', '.join(found[:-1])} {_text(last, words)} {found[-1]}"
            return ", ".join(found)
    return str(value)
