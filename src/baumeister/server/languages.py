"""Negotiation of the language of a response."""

from __future__ import annotations

from baumeister.games.clauses import LANGUAGES

_MOST = 20
"""Entries of an Accept-Language header to read; a hostile one may have thousands."""


def accepted(header: str) -> str:
    """The supported language that an Accept-Language header prefers; English if there is none.

    >>> accepted("de-CH, en;q=0.5, it")
    'de'
    """
    supported: list[tuple[float, str]] = []
    for each in header.split(",")[:_MOST]:
        tag, _, parameter = each.partition(";")
        try:
            quality = float(parameter.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        language = tag.strip().partition("-")[0].lower()
        if language in LANGUAGES and quality > 0:
            supported.append((quality, language))
    return max(supported, key=lambda each: each[0])[1] if supported else "en"
