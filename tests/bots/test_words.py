"""What bots say: the same in every language, and every reason has words."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from baumeister.bots import Budget
from baumeister.bots.analysis.reasons import reasons_for
from baumeister.bots.hints import hint
from baumeister.bots.words import pattern_of, say, seat_names, sentence, words
from baumeister.core.chance import CHANCE, pick
from baumeister.core.registry import find
from baumeister.fast import compiled
from baumeister.games.clauses import LANGUAGES

PLACEHOLDER = re.compile(r"\{(\w+)[,}]")
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("manhattan", {"players": 3, "urban": True, "variants": ["godzilla", "progressive"]}),
    ("manhattan", {"players": 2, "variants": ["baby-godzilla"], "edition": "hig-1994"}),
    ("manhattan", {"players": 4, "choice": "one-by-one", "rounds": 2, "blocks": 3}),
    ("tangram-city", {"players": 1}),
    ("tangram-city", {"players": 3, "tile_set": "exact-49"}),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_have_the_same_words_with_the_same_placeholders(language: str) -> None:
    english, other = words("en"), words(language)
    for table in ("reasons", "hint", "said"):
        assert list(english[table]) == list(other[table])
        for key, text in english[table].items():
            said = other[table][key]
            assert said.strip() == said != ""
            assert set(PLACEHOLDER.findall(text)) == set(PLACEHOLDER.findall(said)), key


def test_every_reason_is_said_in_every_language() -> None:
    """Random games: whatever can be said of a legal action has words, and all words are used."""
    used = set()
    for game_id, given in GAMES:
        game = find(game_id)
        options = game.options(given)
        names = {language: seat_names(game, options, language) for language in LANGUAGES}
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
                    used |= set(map(pattern_of, reasons))
                    for language in LANGUAGES:
                        for said in say(reasons, language, names[language], actors[0]):
                            assert said
                            assert "{" not in said
                state = game.apply(state, actors[0], action)
    assert set(words("en")["hint"]) <= set(words("en")["reasons"])
    rare = {
        "spends",
        "forfeits",
        "no-fountain",
        "complete",
        "completable",
        "side-green",
        "harmony-bonus",
        "level",
    }
    assert set(words("en")["reasons"]) - used <= rare


def test_a_hint_in_one_sentence() -> None:
    takes = [
        {"code": "takes", "site": "C5", "floors": 2, "from": 1},
        {"code": "points", "seat": 0, "gain": 1},
        {"code": "points", "seat": 1, "gain": -1},
        {"code": "majority", "district": "C", "named": "Frankfurt", "seat": 0, "from": 1},
    ]
    assert sentence(takes, "en", ["Ann", "Bob"], 0) == (
        "take C5 from Bob: +1 for you, −1 for Bob, the majority of Frankfurt for you, which Bob had"
    )
    assert sentence(takes[:2], "de", ["Ann", "Bob"]) == "C5 von Bob übernehmen: +1 für Ann"
    assert sentence(takes[:2], "fr", ["Ann", "Bob"]) == "prendre C5 à Bob : +1 pour Ann"
    assert sentence([], "en") == ""


def test_who_asks_for_a_hint_is_told_what_to_do() -> None:
    """In the imperative; whoever reads an analysis reads what somebody else did."""
    takes = [
        {"code": "takes", "site": "C5", "floors": 2, "from": 1},
        {"code": "points", "seat": 0, "gain": 1},
    ]
    said = {language: sentence(takes, language, ["Ann", "Bob"], you=0) for language in LANGUAGES}
    assert said == {
        "en": "take C5 from Bob: +1 for you",
        "de": "übernimm C5 von Bob: +1 für dich",
        "nl": "neem C5 over van Bob: +1 voor jou",
        "fr": "prenez C5 à Bob : +1 pour vous",
    }
    deeds = {"places": "lege Plättchen 07", "declines": "verzichte auf Plättchen 07"}
    for code, told in deeds.items():
        assert say([{"code": code, "tile": "07"}], "de", you=0) == [told]


def test_blocks_are_told_with_their_colours_where_there_are_two() -> None:
    one = {"code": "chooses", "blocks": [[None, [4, 2, 1]]]}
    two = {"code": "chooses", "blocks": [["orange", [4, 2]], ["blue", [1, 1]]]}
    assert say([one], "de", you=0) == ["wähle 4 + 2 + 1"]
    assert say([two], "de") == ["Orange 4 + 2 und Blau 1 + 1 wählen"]


def test_seats_are_called_by_colour_where_each_has_one() -> None:
    game = find("manhattan")
    assert seat_names(game, game.options({"players": 3}), "en") == ["orange", "blue", "yellow"]
    assert seat_names(game, game.options({"players": 2}), "en") == ["player 0", "player 1"]


@pytest.mark.parametrize(("game_id", "given"), GAMES)
def test_hints(game_id: str, given: dict[str, Any]) -> None:
    game = find(game_id)
    options = game.options(given)
    rng, state = random.Random(3), game.new(options)
    for _ in range(16):
        actor = game.actors(state)[0]
        if actor == CHANCE:
            action = game.sample(state, rng)
        else:
            view, legal = game.view(state, actor), game.legal(state, actor)
            found = hint(game, view, legal, Budget(nodes=50), random.Random(1))
            assert found.action in legal
            assert found.reasons
            assert found == hint(game, view, legal, Budget(nodes=50), random.Random(1))
            if compiled() and game.players(options) > 1 and len(legal) > 2:  # more than sides
                assert found.chance is not None
                assert 0 <= found.chance <= 1
            assert found.data()["action"] == str(found.action)
            action = found.action
        state = game.apply(state, actor, action)
