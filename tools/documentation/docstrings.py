"""Docstrings as Markdown: examples and subscripts become code."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"(?:^>>> .*\n?(?:^(?!>>> |\s*$).*\n?)*)+", re.M)
SUBSCRIPT = re.compile(r"^[A-Z_]+(?:\[\w+\])+|(?<![`\w.])\w+(?:\[\w+\]){2,}(?!`)", re.M)


def as_markdown(text: str) -> str:
    """The text with a fence around each doctest, which Markdown would read as a quotation, and
    subscripts as code, which it would read as links.

    >>> print(as_markdown("SITE[place]: one.\\n\\n>>> 1 + 1\\n2\\n\\nTwo."))
    `SITE[place]`: one.
    <BLANKLINE>
    ```pycon
    >>> 1 + 1
    2
    ```
    <BLANKLINE>
    Two.
    """
    text = SUBSCRIPT.sub(r"`\g<0>`", text)
    return EXAMPLE.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", text)


class AsMarkdown(Extension):
    """Applies `as_markdown` to every docstring."""

    def on_instance(self, *, obj: Object, **_: Any) -> None:
        if obj.docstring:
            obj.docstring.value = as_markdown(obj.docstring.value)
