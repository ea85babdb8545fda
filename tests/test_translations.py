"""Translations of the rule texts have the same keys, placeholders and numbers as English."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from baumeister.core.errors import Refusal
from baumeister.core.messages import Word, Words, format_message
from baumeister.games.clauses import LANGUAGES, clauses, clauses_of, closest, reason_in
from baumeister.games.manhattan import MANHATTAN
from baumeister.games.manhattan.urban import CLAUSES
from baumeister.games.tangram_city import TANGRAM_CITY

from .manhattan.test_refusals import PROVOKED as IN_MANHATTAN
from .tangram_city.test_refusals import PROVOKED as IN_TANGRAM_CITY

PACKAGES = ("baumeister.games.manhattan", "baumeister.games.tangram_city")
OTHERS = [language for language in LANGUAGES if language != "en"]
TERMS = Path(__file__).parent.parent / "docs" / "terms.md"
PLACEHOLDER = re.compile(r"\{(\w+)(, plural, one \{[^{}]*#[^{}]*\} other \{[^{}]*#[^{}]*\})?\}")
NBSP = "\N{NO-BREAK SPACE}"


def texts(package, language):
    """All texts of a clauses file by key path, in file order."""
    source = files(package).joinpath(f"clauses.{language}.toml").read_text("utf-8")
    found = {}

    def walk(data, path):
        for key, value in data.items():
            if isinstance(value, dict):
                walk(value, (*path, key))
            else:
                found[(*path, key)] = value

    walk(tomllib.loads(source), ())
    return found


def placeholders(text):
    """Count the placeholders by name and by whether they choose a plural."""
    found = PLACEHOLDER.findall(text)
    assert "{" not in PLACEHOLDER.sub("", text), f"not a placeholder: {text}"
    return Counter((name, bool(plural)) for name, plural in found)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("package", PACKAGES)
def test_translations_have_the_same_keys(package, language):
    english, other = texts(package, "en"), texts(package, language)
    assert list(other) == list(english)
    assert all(text.strip() for text in other.values())


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("package", PACKAGES)
def test_translations_keep_placeholders_numbers_and_rulings(package, language):
    english, other = texts(package, "en"), texts(package, language)
    for path, text in english.items():
        assert placeholders(other[path]) == placeholders(text), path
        for kept in (r"\d+", r"\[D\b", r"\b[MT]\d+\.\d+\b"):
            found = Counter(re.findall(kept, other[path]))
            assert found == Counter(re.findall(kept, text)), (path, kept)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", PACKAGES)
def test_rules_are_prose_without_option_ids(package, language):
    for path, text in texts(package, language).items():
        assert not re.search(r"\b[a-z]+_[a-z_]+\b|\b[a-z]+-(49|\d{4})\b", text), path


def test_the_search_for_placeholders_can_fail():
    assert placeholders("{n, plural, one {# floor} other {# floors}} of {who}") == {
        ("n", True): 1, ("who", False): 1,
    }  # fmt: skip
    with pytest.raises(AssertionError):
        placeholders("{n, plural, one {# floor}}")
    with pytest.raises(AssertionError):
        placeholders("{n, plural, one {# étage} many {# étages} other {# étages}}")


@pytest.mark.parametrize("package", PACKAGES)
def test_typography_follows_each_language(package):
    for path, text in texts(package, "fr").items():
        assert not re.search(rf"[^{NBSP}][:;!?»]", text), f"{path}: a no-break space is missing"
        assert not re.search(rf"«[^{NBSP}]", text), path
    for language in OTHERS:
        for path, text in texts(package, language).items():
            assert not re.search(r"['\"]|  ", text), (language, path)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "provoked"),
    [(MANHATTAN, IN_MANHATTAN), (TANGRAM_CITY, IN_TANGRAM_CITY)],
    ids=["manhattan", "tangram-city"],
)
def test_every_refusal_is_translated(game, provoked, language):
    for (clause, key), (state, actor, action) in provoked.items():
        tried = game.parse(action) if isinstance(action, str) else action
        refusal = game.why_not(state, actor, tried)
        said = reason_in(language, refusal)
        assert "{" not in said
        assert (said == refusal.reason) == (language == "en"), (clause, key, said)
        assert str(refusal) == f"{clause}: {refusal.reason}"


def test_m2_5_a_refusal_in_four_languages():
    """M2.5, with the colours translated."""
    state, actor, action = IN_MANHATTAN["M2.5", "too-few"]
    refusal = MANHATTAN.why_not(state, actor, MANHATTAN.parse(action))
    assert [reason_in(language, refusal) for language in LANGUAGES] == [
        "orange would have 1 floor, but blue, on top, has 4",
        "Orange hätte nur 1 Stockwerk, Blau ganz oben hat 4",
        "oranje zou 1 verdieping hebben, maar blauw bovenop heeft er 4",
        "Orange aurait 1 étage, mais Bleu, au sommet, en a 4",
    ]


def test_t1_1_kinds_of_actions_are_translated():
    """T1.1: what cannot be done yet, and what to do first."""
    state, actor, _ = IN_TANGRAM_CITY["T1.1", "phase"]
    refusal = TANGRAM_CITY.why_not(state, actor, TANGRAM_CITY.parse("fountain a1 ne"))
    assert reason_in("en", refusal) == "you cannot place a fountain yet: choose a side first"
    assert reason_in("de", refusal) == "Einen Brunnen legen geht noch nicht: Wähle erst eine Seite"


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_number_players_from_1(language):
    """M1.7, M2.3, T2.2: nobody is player 0."""
    for game, provoked in ((MANHATTAN, IN_MANHATTAN), (TANGRAM_CITY, IN_TANGRAM_CITY)):
        for state, actor, action in provoked.values():
            tried = game.parse(action) if isinstance(action, str) else action
            said = reason_in(language, game.why_not(state, actor, tried))
            assert not re.search(r"(?i)(player|spieler|speler|joueur) 0", said)


def test_lists_of_words():
    table = {"a": "A", "b": "B", "c": "C", "or": "oder", "player": "Spieler {number}"}
    several = Words((Word("a"), Word("b"), Word("c")), Word("or"))

    def said(value):
        return format_message("{x}", {"x": value}, "de", table)

    assert said(several) == "A, B oder C"
    assert said(several._replace(last=None)) == "A, B, C"
    assert said(Words((Word("a"),), Word("or"))) == "A"
    assert said(Word("player", 3)) == "Spieler 3"
    with pytest.raises(KeyError):
        said(Word("nothing"))


def test_unknown_languages_fall_back_to_the_closest_or_english():
    assert [closest(each) for each in ("de", "de-AT", "FR_ch", "nl-BE", "en-GB")] == [
        "de", "de", "fr", "nl", "en",
    ]  # fmt: skip
    assert [closest(each) for each in ("", "it", "../en", "english")] == ["en"] * 4
    assert clauses_of(MANHATTAN, "tlh").language == "en"
    assert clauses("baumeister.games.manhattan", "tlh").language == "en"
    assert reason_in("de", Refusal("X1", "a third-party game")) == "a third-party game"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_use_the_terms(language):
    """M4.2 to M4.11, M5.1 to M5.4, and the colours."""
    lines = TERMS.read_text("utf-8").splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")]
    column = [row[LANGUAGES.index(language)] for row in rows]
    book = clauses("baumeister.games.manhattan", language)
    for clause in (*CLAUSES.values(), "M5.1", "M5.2", "M5.3", "M5.4"):
        assert book.get(clause).title in column
    word = texts("baumeister.games.manhattan", language)
    for colours in (("orange", "blue", "yellow", "purple"), ("black", "red", "green")):
        assert ", ".join(word["words", colour] for colour in colours) in column
