"""Positions set up by hand: completed, checked, explained, and read back."""

from __future__ import annotations

import random
from typing import Any

import pytest

from baumeister.core.match import Match
from baumeister.core.position_text import parse_position
from baumeister.games.clauses import LANGUAGES
from baumeister.server.tables.errors import BadInputError
from baumeister.server.wire.payloads.study import DraftBody, DraftedPosition
from baumeister.server.work.study.drafts import drafted

FULL = "f" + "0" * 48
HALF = "6" + "0" * 48


def asked(
    game: str, options: dict[str, Any], language: str = "en", **draft: Any
) -> DraftedPosition:
    return drafted(DraftBody(game=game, options=options, draft=draft), language)


def text_of(found: DraftedPosition) -> str:
    assert found.explored is not None, found.problem
    return found.explored.text


MANHATTAN: list[dict[str, Any]] = [
    {"players": 4},
    {"players": 3, "choice": "secret"},
    {"players": 2},
    {"players": 2, "colours_each": 1, "choice": "one-by-one"},
    {"players": 3, "urban": True, "variants": ["godzilla", "progressive", "anti-trust"]},
    {"players": 3, "rounds": 1, "blocks": 1, "hand": 1},
]
CITY: list[dict[str, Any]] = [
    {"players": 1},
    {"players": 2, "printed_field": False},
    {"players": 4, "same_board": True},
]


@pytest.mark.parametrize("options", MANHATTAN)
@pytest.mark.parametrize("phase", ["build", "choose"])
def test_everything_left_open_is_worked_out(options: dict[str, Any], phase: str) -> None:
    found = asked("manhattan", options, phase=phase)
    again = drafted(DraftBody(position=text_of(found)), "en")
    assert again.draft == found.draft
    for number in range(1, parse_position(text_of(found)).options.rounds + 1):
        assert text_of(asked("manhattan", options, phase=phase, round=number))


@pytest.mark.parametrize("options", CITY)
def test_every_moment_of_a_city_can_be_set_up(options: dict[str, Any]) -> None:
    for number in range(1, 7):
        for slot in range(5):
            found = asked("tangram-city", options, round=number, slot=slot)
            again = drafted(DraftBody(position=text_of(found)), "en")
            assert again.draft == found.draft


def test_round_and_turn_follow_from_the_blocks() -> None:
    """As long as everybody has built in turn; else a new round begins with full trays."""
    one = asked("manhattan", {"players": 3}, buildings={"A1": [(0, 2)]}).draft
    assert (one["round"], one["turn"], list(map(sum, one["trays"]))) == (1, 1, [3, 4, 4])
    two = asked("manhattan", {"players": 3}, buildings={"A1": [(0, 2)], "B1": [(0, 2)]}).draft
    assert (two["round"], list(map(sum, two["trays"]))) == (2, [4, 4, 4])


def test_positions_set_up_by_hand_can_be_played_to_the_end() -> None:
    """Only the points of earlier rounds are known, not how they came about."""
    for game, options, draft in (
        ("manhattan", {"players": 3}, {"round": 3, "scores": [9, 12, 4]}),
        ("tangram-city", {"players": 2}, {"round": 4, "rectangles": [[0, 1], [1, 1], [1, 1]]}),
    ):
        found = parse_position(text_of(asked(game, options, **draft)))
        match: Any = Match(found.game, found.options).at(found.state, 0)
        rng = random.Random(3)
        while match.outcome is None:
            match.roll(rng)
            for seat in match.waiting_for:
                match.submit(seat, str(rng.choice(match.legal(seat))))
        if game == "manhattan":
            assert all(
                after >= before
                for before, after in zip((9, 12, 4), match.outcome.scores, strict=True)
            )


WRONG: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("manhattan", {"players": 3}, {"buildings": {"A1": [(0, 4), (1, 1)]}}, "A1: blue cannot lie"),
    ("manhattan", {"players": 3}, {"buildings": {"A1": [(0, 4)] * 4}}, "only 3 blocks of size 4"),
    (
        "manhattan",
        {"players": 3},
        {"turn": 2, "trays": [[1, 1, 1, 1]] * 2 + [[1, 1, 1, 0]]},
        "Player 2 must",
    ),
    ("manhattan", {"players": 3}, {"hands": [[1], [2, 3, 4, 5], [2, 3, 4, 5]]}, "4 cards, not 1"),
    ("manhattan", {"players": 3}, {"hands": [[9] * 4, [9, 9, 4, 5], [2, 3, 4, 5]]}, "number 9"),
    ("manhattan", {"players": 3}, {"scores": [1, 0, 0]}, "Nobody has points"),
    ("manhattan", {"players": 3}, {"supplies": [[0] * 4] * 3}, "20 blocks left in the supply"),
    ("manhattan", {"players": 3}, {"played": [1] + [0] * 8}, "0 cards must have been played"),
    (
        "manhattan",
        {"players": 3, "variants": ["godzilla"]},
        {"monster": "A1", "buildings": {"A1": [(0, 1)]}},
        "Godzilla leaves no building on A1",
    ),
    (
        "manhattan",
        {"players": 3, "variants": ["progressive"]},
        {"opening": "ABCDEE"},
        "each once",
    ),
    (
        "tangram-city",
        {"players": 1},
        {"round": 1, "slot": 0, "boards": [{"building": FULL}]},
        "covered 1 ",
    ),
    ("tangram-city", {"players": 1}, {"round": 1, "boards": [{"fountains": HALF}]}, "0 fountains"),
    ("tangram-city", {"players": 1}, {"cards": ["01", "01", "02", "03"]}, "left in the pile"),
    ("tangram-city", {"players": 1}, {"cards": ["01"]}, "4 cards on the table, not 1"),
    (
        "tangram-city",
        {"players": 2},
        {"boards": [{"number": 3}, {"number": 3}]},
        "different boards",
    ),
    (
        "tangram-city",
        {"players": 2},
        {"round": 3, "slot": 1, "pillar": 1, "rectangles": [[1, 0], [1, 1]]},
        "pillar must be with player 1",
    ),
]


@pytest.mark.parametrize(("game", "options", "draft", "reason"), WRONG)
def test_impossible_positions_are_explained_in_every_language(
    game: str, options: dict[str, Any], draft: dict[str, Any], reason: str
) -> None:
    said = []
    for language in LANGUAGES:
        found = asked(game, options, language, **draft)
        assert found.explored is None
        assert found.problem is not None
        assert found.problem.explained
        said.append(found.problem.reason)
    assert reason in said[0]
    assert len(set(said)) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("game", "draft"),
    [
        ("manhattan", {"turn": 3}),
        ("manhattan", {"buildings": {"Z1": []}}),
        ("manhattan", {"buildings": {"A1": [(3, 1)]}}),
        ("manhattan", {"trays": [[1, 1, 1, 1]]}),
        ("manhattan", {"colour": "red"}),
        ("manhattan", {"round": "two"}),
        ("tangram-city", {"boards": [{"building": "1" * 49}] * 2}),
        ("tangram-city", {"boards": [{"building": FULL, "green": HALF}, {}]}),
        ("tangram-city", {"boards": [{}]}),
        ("tangram-city", {"cards": ["99"]}),
        ("tangram-city", {"pillar": 3}),
    ],
)
def test_what_is_no_draft_of_the_game_is_refused(game: str, draft: dict[str, Any]) -> None:
    options = {"players": 3} if game == "manhattan" else {}
    with pytest.raises(BadInputError):
        asked(game, options, **draft)
    with pytest.raises(BadInputError, match="either"):
        drafted(DraftBody(), "en")
