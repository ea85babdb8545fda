"""Dutch and French texts keep the typography of their language, in every file that players read."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from baumeister.server.mail.texts import CONFIRM, TURN

ROOT: Final = Path(__file__).parent.parent
NBSP: Final = "\N{NO-BREAK SPACE}"
WRONG: Final = {
    "fr": re.compile(rf"[^{NBSP}\d][:;!?»]|«[^{NBSP}]|['\"“”]|  | …$"),
    "nl": re.compile(r"['\"“”„«»]|  | [:;!?]"),
}
ADDRESS: Final = {
    "fr": re.compile(r"\b(?:tu|toi|ton|ta|tes)\b", re.IGNORECASE),  # always vous
    "nl": re.compile(r"\buw\b", re.IGNORECASE),  # always je
}


def strings(data: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """All strings of a data file, by key path."""
    if isinstance(data, str):
        yield path, data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from strings(value, f"{path}/{key}")


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Every text that players read in this language, by file and key."""
    packages, page = ROOT / "src" / "baumeister", ROOT / "web" / "src"
    for file in packages.rglob(f"*.{language}.toml"):
        for key, text in strings(tomllib.loads(file.read_text("utf-8"))):
            yield f"{file.relative_to(ROOT)}{key}", text
    for pattern in (f"i18n/{language}/*.json", f"i18n/{language}.json", f"i18n/{language}.*.json"):
        for file in page.rglob(pattern):
            for key, text in strings(json.loads(file.read_text("utf-8"))):
                yield f"{file.relative_to(ROOT)}{key}", text
    for mail in (CONFIRM[language], TURN[language]):
        yield "mail", mail.subject
        yield "mail", mail.text


@pytest.mark.parametrize("language", sorted(WRONG))
def test_every_text_has_the_typography_of_its_language(language: str) -> None:
    found = dict(texts(language))
    assert len(found) > 900
    wrong = [f"{where}: {text}" for where, text in texts(language) if WRONG[language].search(text)]
    assert not wrong


@pytest.mark.parametrize("language", sorted(ADDRESS))
def test_players_are_addressed_in_one_form(language: str) -> None:
    wrong = [
        f"{where}: {text}" for where, text in texts(language) if ADDRESS[language].search(text)
    ]
    assert not wrong


def test_wrong_typography_is_found() -> None:
    for text in ("Mieux :", "Mieux:", "« Villa »", "l'immeuble", f"un mot …{NBSP}!  ", "Suite …"):
        assert WRONG["fr"].search(text)
    assert not WRONG["fr"].search(f"«{NBSP}Villa{NBSP}»{NBSP}: 2 points, l’immeuble…")
    assert WRONG["nl"].search("“Villa”")
    assert not WRONG["nl"].search("‘Villa’: 2 punten")
