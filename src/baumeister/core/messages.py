"""Message texts with placeholders: the part of ICU MessageFormat that translators need.

`{name}` is replaced by a value; `{n, plural, one {# floor} other {# floors}}` chooses by
number, `#` being the number itself. `one` is 1 in English, German and Dutch, 0 and 1 in
French.
"""

from __future__ import annotations

import re

_PLURAL = re.compile(r"\{(\w+), plural, one \{([^{}]*)\} other \{([^{}]*)\}\}")


def format_message(pattern: str, values: dict[str, object], language: str = "en") -> str:
    """The pattern with its values filled in.

    >>> format_message("{who} has {n, plural, one {# floor} other {# floors}}",
    ...                {"who": "blue", "n": 1})
    'blue has 1 floor'
    """

    def plural(found: re.Match[str]) -> str:
        name, one, other = found.groups()
        number = values[name]
        ones = (0, 1) if language == "fr" else (1,)
        return (one if number in ones else other).replace("#", str(number))

    return _PLURAL.sub(plural, pattern).format_map(values)
