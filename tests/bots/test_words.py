"""Words of bots: the same in every language, and for every reason."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from baumeister.bots import Budget, bot_codes
from baumeister.bots.analysis.parts import analysis_of
from baumeister.bots.analysis.reasons import reasons_for
from baumeister.bots.hints import hint
from baumeister.bots.words import character, say, sentence, words
from baumeister.core.chance import CHANCE, pick
from baumeister.core.registry import find
from baumeister.fast import compiled
from baumeister.games.clauses import LANGUAGES

PLACEHOLDER = re.compile(r"(?<!one )(?<!other )\{(\w+)[,}]")
PACKAGES = ("baumeister.bots", "baumeister.bots.manhattan", "baumeister.bots.tangram_city")
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("manhattan", {"players": 3, "urban": True, "variants": ["godzilla", "progressive"]}),
    ("manhattan", {"players": 2, "variants": ["baby-godzilla"], "edition": "hig-1994"}),
    ("manhattan", {"players": 4, "choice": "one-by-one", "rounds": 2, "blocks": 3}),
    ("manhattan", {"players": 2, "colours_each": 1, "variants": ["godzilla"], "rounds": 2}),
    ("tangram-city", {"players": 1}),
    ("tangram-city", {"players": 3, "tile_set": "exact-49"}),
]
MANHATTAN = find("manhattan")
TAKES: list[dict[str, Any]] = [
    {"code": "takes", "site": "C5", "floors": 2, "from": 1},
    {"code": "points", "seat": 0, "gain": 1},
]


def flat(table: dict[str, Any], prefix: str = "") -> dict[str, str]:
    """All texts by their path."""
    found = {}
    for key, value in table.items():
        found |= (
            flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key: value}
        )
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", PACKAGES)
def test_languages_have_the_same_keys_and_placeholders(package: str, language: str) -> None:
    english, other = flat(words(package, "en")), flat(words(package, language))
    assert list(english) == list(other)
    for key, text in english.items():
        assert other[key].strip() == other[key] != ""
        assert set(PLACEHOLDER.findall(text)) == set(PLACEHOLDER.findall(other[key])), key


def test_every_reason_has_words_in_every_language() -> None:
    """Random games: every reason of a legal action has words, and nearly all words are used."""
    used = set()
    for game_id, given in GAMES:
        game = find(game_id)
        options = game.options(given)
        module = analysis_of(game)
        assert module is not None
        for seed in range(3):
            rng, state = random.Random(seed), game.new(options)
            while actors := game.actors(state):
                if actors[0] == CHANCE:
                    state = game.apply(state, CHANCE, game.sample(state, rng))
                    continue
                action = pick(rng, game.legal(state, actors[0]))
                if rng.random() < 0.3:
                    reasons = reasons_for(game, game.view(state, actors[0]), action)
                    assert reasons
                    used |= {module.wording(reason, "en")[0] for reason in reasons}
                    for language in LANGUAGES:
                        for text in say(game, reasons, language, (), actors[0]):
                            assert text
                            assert "{" not in text
                state = game.apply(state, actors[0], action)
    tables = [words(package, "en") for package in PACKAGES]
    for table in tables:
        assert set(table["hint"]) <= set(table["reasons"])
    rare = {
        "plays",  # of games without reasons of their own
        "spends",
        "forfeits",
        "no-fountain",
        "no-room",
        "complete",
        "completable",
        "side-green",
        "harmony-bonus",
        "level",
    }
    compared = {  # of contrasts, hints and puzzles: their own tests
        "points-round", "points-next-round", "points-game", "chances", "rather", "elsewhere",
        "second-best", "as-good", "others-as-good", "wins-majority", "wins-highest", "stays",
        "holds", "gets-site", "urban-round", "later", "all-buildings",
        "all-majorities", "holes", "ways", "completes", "rectangles",
        "balance", "refutes", "refutes-tie", "refutes-shared", "refutes-veiled",
        "refutes-tie-veiled", "refutes-shared-veiled", "behind", "behind-tie", "behind-shared",
        "tie-won", "tie-won-majorities", "standing", "safe-cards", "few-cards", "stops-takes",
        "stops-builds", "threat-takes", "threat-builds", "threat-veiled", "after-nothing",
        "after-still", "worth-less", "worth-less-veiled", "worth-more", "left-takes", "left-builds",
        "taken-back", "leads", "block-enough", "block-lasts", "wins-on", "somebody-holds",
        "safe-lead", "closest", "closest-tie", "unbeatable", "beaten-by", "beaten-on",
        "gives-win", "gives-win-on",
        "by-height", "by-majorities", "after-most", "right-site", "refutes-takes",
        "refutes-takes-tie", "refutes-takes-shared", "wins-anywhere",
    }  # fmt: skip
    assert {key for table in tables for key in table["reasons"]} - used <= rare | compared


def test_every_offered_bot_has_a_name() -> None:
    for game_id in ("manhattan", "tangram-city"):
        for code in [*bot_codes(find(game_id)), "search"]:
            for language in LANGUAGES:
                name, about, short = character(code, language)
                assert name != code
                assert about
                assert short in name
                assert " " not in short
    assert character("manhattan:5:nodes=9").name == "manhattan:5:nodes=9"
    assert character("nobody") == ("nobody", "", "nobody")


def test_reasons_in_one_sentence() -> None:
    reasons = [
        *TAKES,
        {"code": "points", "seat": 1, "gain": -1},
        {"code": "majority", "district": "C", "named": "Frankfurt", "seat": 0, "from": 1},
    ]
    assert sentence(MANHATTAN, reasons, "en", ["Ann", "Bob"], 0) == (
        "take C5 from Bob: +1 point for you, −1 point for Bob, "
        "the majority in Frankfurt goes from Bob to you"
    )
    assert (
        sentence(MANHATTAN, TAKES, "de", ["Ann", "Bob"])
        == "C5 von Bob übernehmen: +1 Punkt für Ann"
    )
    assert (
        sentence(MANHATTAN, TAKES, "fr", ["Ann", "Bob"])
        == "prendre C5 à Bob\N{NO-BREAK SPACE}: +1 point pour Ann"
    )
    assert sentence(MANHATTAN, [], "en") == ""


def test_hints_are_in_the_imperative() -> None:
    said = {
        language: sentence(MANHATTAN, TAKES, language, ["Ann", "Bob"], you=0)
        for language in LANGUAGES
    }
    assert said == {
        "en": "take C5 from Bob: +1 point for you",
        "de": "übernimm C5 von Bob: +1 Punkt für dich",
        "nl": "neem C5 over van Bob: +1 punt voor jou",
        "fr": "prenez C5 à Bob\N{NO-BREAK SPACE}: +1 point pour vous",
    }
    city = find("tangram-city")
    hints = {"places": "lege Plättchen 07", "declines": "verzichte auf Plättchen 07"}
    for code, text in hints.items():
        assert say(city, [{"code": code, "tile": "07"}], "de", you=0) == [text]
    than = {"code": "rather", "than": {"code": "fountain", "field": "e3"}}
    assert say(city, [than], "en", you=0) == ["compared with “place the fountain at e3”"]


def test_blocks_are_named_with_their_colours_if_there_are_two() -> None:
    one = {"code": "chooses", "blocks": [[None, [4, 2, 1]]]}
    two = {"code": "chooses", "blocks": [["orange", [4, 2]], ["blue", [1, 1]]]}
    assert say(MANHATTAN, [one], "de", you=0) == ["wähle 4 + 2 + 1"]
    assert say(MANHATTAN, [two], "de") == ["Orange 4 + 2 und Blau 1 + 1 wählen"]


@pytest.mark.parametrize(
    ("game_id", "given"), [*GAMES[:-1], pytest.param(*GAMES[-1], marks=pytest.mark.slow)]
)
def test_hints(game_id: str, given: dict[str, Any]) -> None:
    game = find(game_id)
    options = game.options(given)
    rng, state = random.Random(3), game.new(options)
    for number in range(16):
        actor = game.actors(state)[0]
        if actor == CHANCE:
            action = game.sample(state, rng)
        else:
            view, legal = game.view(state, actor), game.legal(state, actor)
            found = hint(game, view, legal, Budget(nodes=50), random.Random(1))
            assert found.action in legal
            assert found.reasons
            if number % 4 == 0:
                assert found == hint(game, view, legal, Budget(nodes=50), random.Random(1))
            if compiled() and game.players(options) > 1 and len(legal) > 2:  # not only two sides
                assert found.chance is not None
                assert 0 <= found.chance <= 1
            if compiled() and len(legal) > 1:  # it says more than what to do
                assert len(found.reasons) > 1 or found.contrast
            assert found.data()["action"] == str(found.action)
            action = found.action
        state = game.apply(state, actor, action)


def test_cities_are_named_in_the_language_of_the_reader() -> None:
    """M6: the editions of 1994 name their districts."""
    reason = {"code": "majority", "district": "F", "named": "Cairo", "seat": 0}
    said = {language: say(MANHATTAN, [reason], language)[0] for language in LANGUAGES}
    for language, city in (("en", "Cairo"), ("de", "Kairo"), ("nl", "Caïro"), ("fr", "Le Caire")):
        assert city in said[language]
    assert say(MANHATTAN, [{**reason, "named": "F"}], "de") == [
        "die Mehrheit in F geht an Spieler 1"
    ]


def test_nothing_passes_from_a_player_to_themselves() -> None:
    """M3.1, M3.2: between two colours of one player nothing is won."""
    game = MANHATTAN
    options, compared = game.options({"players": 2}), 0
    for seed in range(4):
        rng, state = random.Random(seed), game.new(options)
        while actors := game.actors(state):
            if actors[0] == CHANCE:
                action = game.sample(state, rng)
            else:
                action = pick(rng, game.legal(state, actors[0]))
                for reason in reasons_for(game, game.view(state, actors[0]), action):
                    if reason["code"] in ("majority", "highest") and "from" in reason:
                        compared += 1
                        assert reason["from"] != reason["seat"]
            state = game.apply(state, actors[0], action)
    assert compared > 10


def test_the_other_action_of_a_comparison_is_named_with_its_block() -> None:
    than = {"code": "founds", "site": "B5", "floors": 4}
    said = say(find("manhattan"), [{"code": "rather", "than": than}], "en", (), 0)
    assert said == ["compared with “build 4 floors on B5”"]
    tables = [words("baumeister.bots.manhattan", language) for language in LANGUAGES]
    assert all(set(table["other"]) == {"founds", "takes", "raises"} for table in tables)
