"""The illustrated rules say what the engine does, in every language."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from baumeister.core.plugin import Plugin
from baumeister.core.registry import find, plugin, registry
from baumeister.games.clauses import LANGUAGES, clauses_of
from baumeister.games.guide import Figure, Part, Section, guide_of, guide_texts, has_guide
from baumeister.games.manhattan import MANHATTAN, figures
from baumeister.games.manhattan.board import BLOCK_COUNTS
from baumeister.games.manhattan.guide import SECTIONS as MANHATTAN_SECTIONS
from baumeister.games.manhattan.options import VARIANTS
from baumeister.games.manhattan.rules import standing
from baumeister.games.manhattan.urban import CLAUSES
from baumeister.games.tangram_city import TANGRAM_CITY
from baumeister.games.tangram_city.figures import SOLO, played
from baumeister.server.wire import catalogue

from .test_translations import NBSP, placeholders

GAMES = ("manhattan", "tangram-city")
OTHERS = [language for language in LANGUAGES if language != "en"]


def flat(data, path=()):
    """All texts of a file by key path, in file order."""
    for key, value in data.items():
        if isinstance(value, dict):
            yield from flat(value, (*path, key))
        else:
            yield (*path, key), value


def texts(game, language):
    return dict(flat(guide_texts(plugin(game).guide.rpartition(".")[0], language)))


def part(game, section, name, language="en"):
    chapter = next(each for each in guide_of(find(game), language) if each.id == section)
    return next(each for each in chapter.pages if each.id == name)


def numbers(text):
    return [int(each) for each in re.findall(r"\d+", text)]


# --- the page --------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_part_has_its_texts_and_every_text_its_part(game, language):
    module = plugin(game).load("guide")
    known = {(section.id, each.id) for section in module.SECTIONS for each in section.parts}
    given = {path[:2] for path in texts(game, language) if len(path) > 2}
    assert given == known
    for chapter in guide_of(find(game), language):
        assert chapter.title
        for page in chapter.pages:
            assert page.text
            assert bool(page.caption) == (page.figure is not None), page.id
            assert "{" not in page.text + page.caption + "".join(page.labels.values())


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_translations_have_the_same_keys_placeholders_and_numbers(game, language):
    english, other = texts(game, "en"), texts(game, language)
    assert list(other) == list(english)
    for path, text in english.items():
        assert other[path].strip()
        assert placeholders(other[path]) == placeholders(text), path
        assert other[path].count("**") == text.count("**"), path
        assert other[path].count("\n- ") == text.count("\n- "), path
        if path[-2] != "labels":
            assert Counter(numbers(other[path])) == Counter(numbers(text)), path


@pytest.mark.parametrize("game", GAMES)
def test_typography_follows_each_language(game):
    for path, text in texts(game, "fr").items():
        assert not re.search(rf"[^{NBSP}][:;!?»]", text), f"{path}: a no-break space is missing"
    for language in LANGUAGES:
        for path, text in texts(game, language).items():
            assert not re.search(r"['\"]|  ", text), (language, path)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_developer_words(game, language):
    words = re.compile(r"\btorus|\w_\w(?![^{]*\})|\b[MT]\d|\bengine\b|\b[Oo]ption \w+:|`")
    for path, text in texts(game, language).items():
        assert not words.search(re.sub(r"\{\w+\}", "", text)), path


@pytest.mark.parametrize("game", GAMES)
def test_the_parts_lead_to_clauses_that_exist(game):
    found = [
        clause
        for chapter in guide_of(find(game))
        for page in chapter.pages
        for clause in page.clauses
    ]
    assert set(found) <= set(clauses_of(find(game)).ids())
    assert len(set(found)) == len(found), "a clause leads back to one part"
    tested = "M8" if game == "manhattan" else "T7"
    missing = [
        clause
        for clause in clauses_of(find(game)).ids()
        if "." in clause and clause not in found and not clause.startswith(tested)
    ]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_those_of_the_reference(language):
    """M4.2 to M4.11, M5.1 to M5.4, and the ratings of T5.4."""
    book = clauses_of(MANHATTAN, language)
    for name, clause in CLAUSES.items():
        assert part("manhattan", "urban", name, language).title == book.get(clause).title
    for number, name in enumerate(VARIANTS, start=1):
        assert part("manhattan", "variants", name, language).title == book.get(f"M5.{number}").title
    ratings = clauses_of(TANGRAM_CITY, language).words("T5.4", "ratings")
    assert ratings.items() <= part("tangram-city", "end", "rating", language).labels.items()


# --- Manhattan -------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_m3_the_worked_example_is_what_the_engine_scores(language):
    state = figures.position(figures.AFTER_ONE)
    points = list(standing(state))
    assert points == [7, 6, 9, 8]
    page = part("manhattan", "scoring", "example", language)
    lines = [line for line in page.text.splitlines() if line.startswith("- ")]
    assert [numbers(line)[-1] for line in lines] == points
    assert [row[-1] for row in page.figure["score"]] == points
    for line in lines:
        *items, total = numbers(line)
        assert sum(items) == total


def test_m1_3_the_examples_use_blocks_that_exist():
    for board, each in ((figures.AFTER_ONE, 6), (figures.AFTER_TWO, 12)):
        used = Counter(block for text in board.values() for block in figures.blocks(text))
        for colour in range(4):
            assert sum(n for (c, _), n in used.items() if c == colour) == each
            for floors, count in enumerate(BLOCK_COUNTS, start=1):
                assert used[colour, floors] <= count
    with pytest.raises(ValueError, match=r"M2\.5"):
        figures.building("b3 o2")


def test_m2_5_the_signs_below_the_towers_are_the_engines():
    def signs(section, name):
        return [each["legal"] for each in part("manhattan", section, name).figure["towers"]]

    assert signs("building", "free") == [True, True, True]
    assert signs("building", "over") == [False, True, True]
    assert signs("building", "enough") == [False, True, False]
    assert signs("variants", "anti-trust") == [False, True]


def test_m2_5_a_block_of_two_is_just_enough():
    """As the texts beside the towers say; a lead of five is safe."""
    assert figures.building("o1 b3").least[0] == 2
    assert figures.building("o3 b3 y4 b2").least[0] == 2
    assert figures.building("o1 b4").least[0] == 3
    assert figures.building("b4 b1").least[0] == 5


def test_m4_what_the_captions_claim():
    def sites(name):
        return set(part("manhattan", "urban", name).figure["plan"]["badges"])

    assert {site[0] for site in sites("big-business")} == set("ACDEF")
    assert sites("megacity") == {f"C{number}" for number in range(1, 10)}
    assert len(sites("fog-free-view")) == 5
    assert sites("multiple-tower") == {"D5"}
    assert sites("villa")
    assert not any(site.startswith("C") for site in sites("villa"))
    assert sites("hobbit-home") == {"D1"}
    assert sites("small-town") == {"E1", "E5"}
    world = figures.buildings(figures.AFTER_TWO)
    missing = {
        colour: {
            letter
            for at, letter in enumerate("ABCDEF")
            if all(each.owner != colour for each in world[9 * at : 9 * at + 9])
        }
        for colour in range(4)
    }
    assert missing == {0: set(), 1: set(), 2: {"E", "F"}, 3: {"E"}}


def test_m5_the_monster_of_the_pictures():
    before, after = part("manhattan", "variants", "godzilla").figure["plans"]
    assert (before["monster"], after["monster"]) == ("A6", "B4")
    assert "B4" in before["buildings"]
    assert "B4" not in after["buildings"]
    small = part("manhattan", "variants", "baby-godzilla").figure["plans"][1]
    assert small["buildings"]["B4"] == before["buildings"]["B4"][:-1]
    assert part("manhattan", "variants", "edge").figure["plan"]["step"] == ["C6", "A4"]


def test_every_urban_card_and_variant_has_a_picture():
    drawn = {each.id for section in MANHATTAN_SECTIONS for each in section.parts if each.figure}
    assert {*CLAUSES, *VARIANTS} <= drawn


# --- Tangram City ----------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_t4_t5_the_worked_example_is_what_the_engine_scores(language):
    outcome = TANGRAM_CITY.outcome(played(SOLO))
    rounds = [scores[0]["rectangle"] for scores in outcome.details["rounds"]]
    bonus = outcome.details["bonuses"][0]
    page = part("tangram-city", "end", "example", language)
    said = numbers(page.text)
    assert said[:6] == rounds
    assert said[-1] == outcome.scores[0] == 1 + sum(rounds) + sum(bonus.values()) == 193
    assert bonus["planning"] in said
    assert bonus["harmony"] in said


def test_t3_2_the_signs_on_the_cities_are_the_engines():
    cities = part("tangram-city", "placing", "allowed").figure["cities"]
    assert [(each["tried"]["legal"], each["tried"]["clause"]) for each in cities] == [
        (True, ""), (False, "T3.2"), (False, "T3.2"),
    ]  # fmt: skip


def test_a_line_against_the_rules_is_noticed():
    with pytest.raises(ValueError, match=r"T3\.2"):
        played((*SOLO[:4], "0 place 21 b 0 e5"))


# --- games of others -------------------------------------------------------------------


def broken() -> Figure:
    raise RuntimeError("no picture")


SECTIONS = (Section("idea", (Part("idea", (), broken),)),)
NUMBERS: dict[str, int] = {}


def test_a_game_without_such_a_page_has_only_its_reference(monkeypatch):
    monkeypatch.setitem(registry().plugins, "manhattan", Plugin(MANHATTAN))
    assert not has_guide(MANHATTAN)
    assert guide_of(MANHATTAN) == ()


def test_a_page_that_fails_is_left_out(monkeypatch):
    monkeypatch.setitem(registry().plugins, "manhattan", Plugin(MANHATTAN, guide=__name__))
    catalogue.guide.cache_clear()
    assert catalogue.guide("manhattan", "en") == []
    catalogue.guide.cache_clear()
    monkeypatch.undo()
    assert len(catalogue.guide("manhattan", "en")) == len(MANHATTAN_SECTIONS)
