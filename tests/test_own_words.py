"""No text of ours contains six words in a row from a published rulebook."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.own_words import hashed, read, runs

ROOT: Final = Path(__file__).parent.parent
BOOKS: Final = read()
TERMS: Final = {
    "aan het begin van de ronde",
    "aan het einde van de ronde",
    "a la fin de chaque manche",
    "comptage des points de la manche",
    "de 1 2 3 ou 4",
    "possede le plus haut gratte ciel",
    "qui a le plus de points",
}
"""Everyday phrases made of the games' terms, which anybody would use."""


def strings(data: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """All strings of a data file, by key path."""
    match data:
        case str():
            yield path, data
        case dict():
            for key, value in data.items():
                yield from strings(value, f"{path}/{key}")
        case list():
            for number, value in enumerate(data):
                yield from strings(value, f"{path}/{number}")


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Every text that players read in this language, by file and key."""
    packages, page = ROOT / "src" / "baumeister", ROOT / "web" / "src"
    for file in sorted(packages.rglob(f"*.{language}.toml")):
        for key, text in strings(tomllib.loads(file.read_text("utf-8"))):
            yield f"{file.relative_to(ROOT)}{key}", text
    for pattern in (f"i18n/{language}/*.json", f"i18n/{language}.json", f"i18n/{language}.*.json"):
        for file in sorted(page.rglob(pattern)):
            for key, text in strings(json.loads(file.read_text("utf-8"))):
                yield f"{file.relative_to(ROOT)}{key}", text


def close(language: str) -> list[str]:
    return [
        f"{where}: {run}"
        for where, text in texts(language)
        for run in runs(text)
        if hashed(run) in BOOKS[language] and run not in TERMS
    ]


@pytest.mark.parametrize("language", sorted(BOOKS))
def test_our_texts_are_in_our_own_words(language: str) -> None:
    assert len(list(texts(language))) > 500
    assert not close(language)


def test_a_run_is_found_whatever_its_case_accents_and_punctuation() -> None:
    assert list(runs("Über (vier) Run-\nden: “Läuft’s”,\nso?")) == ["uber vier runden lauft s so"]
    assert list(runs("only five words are here")) == []
    assert {len(each) for found in BOOKS.values() for each in found} == {4}
