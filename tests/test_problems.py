"""Errors of options and of records are explained in every language, from structured errors."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from baumeister.core.errors import BaumeisterError, Message, OptionsError
from baumeister.core.position_text import PositionTextError, parse_position
from baumeister.core.registry import find
from baumeister.games.clauses import LANGUAGES
from baumeister.games.problems import problem_in
from baumeister.records import RecordError, check_text
from tests.core.test_position_text import CITY, CITY_DAMAGE, DAMAGE, MANHATTAN
from tests.records import broken, broken_tangram
from tests.test_translations import placeholders

PACKAGES = (
    "baumeister.games",
    "baumeister.games.manhattan",
    "baumeister.games.tangram_city",
    "baumeister.records",
)
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("manhattan", {"variants": ["godzilla", "baby-godzilla"]}),
    ("manhattan", {"rounds": 20, "blocks": 20}),
    ("manhattan", {"rounds": 20, "blocks": 1, "urban": True}),
    ("manhattan", {"monster": "A1"}),
    ("manhattan", {"monster": "Z1", "variants": ["godzilla"]}),
    ("manhattan", {"players": 3, "sides": [0, 1]}),
    ("manhattan", {"players": 3, "sides": [0, 2, 1]}),
    ("manhattan", {"players": 3, "colours": ["red", "red", "blue"]}),
    ("manhattan", {"players": 9}),
    ("manhattan", {"colour": "red"}),
    ("manhattan", {"start": None}),
    ("manhattan", {"sides": 3}),
    ("tangram-city", {"tile_set": "custom"}),
    ("tangram-city", {"tile_set": "standard", "tiles": []}),
    ("tangram-city", {"tile_set": "custom", "tiles": []}),
    ("tangram-city", {"tile_set": "custom", "tiles": [{}]}),
]


def patterns(package: str, language: str) -> dict[str, str]:
    return tomllib.loads(files(package).joinpath(f"problems.{language}.toml").read_text("utf-8"))


@pytest.mark.parametrize("package", PACKAGES)
def test_translations_have_the_same_keys_and_placeholders(package: str) -> None:
    english = patterns(package, "en")
    for language in LANGUAGES:
        other = patterns(package, language)
        assert list(other) == list(english)
        for key, text in english.items():
            assert placeholders(other[key]) == placeholders(text), (language, key)


def test_values_are_shown_without_english() -> None:
    """Ranges, lists and flags; the values themselves are the same in every language."""
    for given, shown in ((25, "25"), ([1], "…"), (True, "true"), ("two", "two")):
        with pytest.raises(OptionsError) as caught:
            find("manhattan").options({"rounds": given})
        assert caught.value.message is not None
        said = problem_in("nl", caught.value.message)
        assert said == f"{shown} is hier niet mogelijk. Mogelijk: 1\N{EN DASH}24."


def explained(error: BaumeisterError) -> None:
    """Fail unless every language has words of its own for the error."""
    assert error.message is not None, error
    found = Counter(problem_in(language, error.message) for language in LANGUAGES)
    assert None not in found, error
    assert len(found) == len(LANGUAGES), found
    assert not any("{" in str(text) or "_" in str(text) for text in found)


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_invalid_options_are_explained(game: str, options: dict[str, Any]) -> None:
    with pytest.raises(OptionsError) as caught:
        find(game).options(options)
    explained(caught.value)


DAMAGED = [
    *(MANHATTAN.replace(old, new) for old, new, *_ in DAMAGE),
    *(CITY.replace(old, new) for old, new, *_ in CITY_DAMAGE),
    "",
    "manhattan/2 nonsense : ",
]


@pytest.mark.parametrize("text", DAMAGED)
def test_damaged_position_texts_are_explained(text: str) -> None:
    with pytest.raises(PositionTextError) as caught:
        parse_position(text)
    explained(caught.value)


def test_positions_are_refused_with_the_words_of_the_rules() -> None:
    with pytest.raises(PositionTextError) as caught:
        parse_position(MANHATTAN.replace("8,o4", "8,o4b3"))
    assert caught.value.message is not None
    said = problem_in("de", caught.value.message)
    assert said == "F9: Blau kann mit weniger Stockwerken nicht über Orange liegen."


@pytest.mark.parametrize(
    "path", sorted([*broken.FOLDER.iterdir(), *broken_tangram.FOLDER.iterdir()])
)
def test_broken_records_are_explained(path: Any) -> None:
    with pytest.raises(RecordError) as caught:
        check_text(path.read_bytes().decode("utf-8", "replace"))
    message = caught.value.message
    assert message is not None
    for language in LANGUAGES:
        said = problem_in(language, message)
        assert said
        assert "{" not in said


def test_a_package_without_texts_leaves_the_english_reason() -> None:
    assert problem_in("de", Message("baumeister.core", "unknown", {})) is None
