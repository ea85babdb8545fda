"""Practice positions: requests of a tutorial and their answers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from baumeister.core.chance import actor_text
from baumeister.core.match import Match
from baumeister.core.registry import find
from baumeister.server.wire.manhattan import EXAMPLES
from baumeister.testing import random_match
from tests.server.running import Running

JSON = dict[str, Any]
POSITION: JSON = EXAMPLES["practice"][0]


@pytest.fixture
def ask(service: Running) -> Iterator[Any]:
    with httpx.Client(base_url=service.url, trust_env=False, timeout=60) as client:

        def ask(**more: Any) -> httpx.Response:
            reader = {"Accept-Language": more.pop("language", "en")}
            return client.post("/api/practice", json=POSITION | more, headers=reader)

        yield ask


def test_a_position_comes_with_the_legal_actions(ask):
    found = ask().json()
    assert found["log"] == POSITION["log"]
    position = found["position"]
    assert (position["line"], position["owing"]) == (len(POSITION["log"]), [0])
    assert position["hands"] == [[2, 2, 2, 9], [1, 4, 6, 8], [1, 3, 5, 7]]
    assert position["view"]["hand"] == [2, 2, 2, 9]
    assert "build 9 C9 4" in found["legal"]
    assert found["preview"] is None
    other = ask(seat=1).json()
    assert (other["legal"], other["product"]) == ([], None)
    assert other["position"]["view"]["hand"] == [1, 4, 6, 8]


def test_an_action_is_played_and_the_script_follows(ask):
    then = ["* draw 0 5", "1 build 1 C3 3"]
    found = ask(action="build 9 C9 4", then=then).json()
    assert found["log"] == [*POSITION["log"], "0 build 9 C9 4", *then]
    assert found["position"]["view"]["buildings"] == {"C9": [[0, 4]], "C3": [[1, 3]]}
    assert found["position"]["owing"] == []
    assert found["standing"] == found["position"]["standing"]
    again = ask(log=found["log"]).json()
    assert again["position"] == found["position"]


def test_a_preview_leaves_the_position_as_it_is(ask):
    found = ask(action="build 9 C9 4", preview=True).json()
    assert found["log"] == POSITION["log"]
    assert found["preview"]["buildings"] == {"C9": [[0, 4]]}
    assert found["preview"]["now"]["highest"] == {"colour": 0, "height": 4, "sites": ["C9"]}
    assert found["position"]["view"]["buildings"] == {}
    assert found["standing"] == [6, 0, 0]
    assert found["position"]["standing"] == [0, 0, 0]


def test_m3_a_scored_round_is_explained_and_the_last_gives_the_result(ask):
    log = [*POSITION["log"], "0 build 9 C9 4", "* draw 0 5", "1 build 1 C3 3", "* draw 1 5"]
    assert ask(log=log).json()["scored"] is None
    found = ask(log=[*log, "2 build 1 A9 3", "* draw 2 5"]).json()
    scored = found["scored"]
    assert (scored["round"], scored["line"]) == (1, len(found["log"]))
    assert scored["scored"]["highest"] == {"colour": 0, "height": 4, "sites": ["C9"]}
    assert scored["view"]["scores"] == found["result"]["scores"]
    assert found["result"]["ranks"][0] == 1


@pytest.mark.parametrize("preview", [True, False])
def test_m2_3_an_action_against_the_rules_names_its_clause(ask, preview):
    answer = ask(action="build 5 C5 4", preview=preview)
    found = answer.json()
    assert (answer.status_code, found["code"], found["clause"]) == (409, "illegal", "M2.3")
    assert found["possible"][0].startswith("build ")
    assert found["reason"]


def test_a_refusal_is_in_the_readers_language(ask):
    """A refusal found by a worker keeps its message."""
    german, english = (ask(action="build 5 C5 4", language=each).json() for each in ("de", "en"))
    assert german["reason"] != english["reason"]
    assert {**german, "reason": ""} == {**english, "reason": ""}


@pytest.mark.parametrize(
    ("more", "status", "code"),
    [
        ({"action": "nonsense"}, 400, "malformed"),
        ({"seat": 1, "action": "build 1 A1 3"}, 409, "not-your-turn"),
        ({"seat": 4}, 400, "bad-input"),
        ({"preview": True}, 400, "bad-input"),
        ({"then": ["* draw 0 5"]}, 400, "bad-input"),
        ({"log": ["* start 7"]}, 400, "bad-input"),
        ({"log": ["start 0"]}, 400, "malformed"),
        ({"log": ["* start 0"] * 401}, 400, "malformed"),
        ({"action": "build 9 C9 4", "then": ["* draw 1 5"]}, 400, "bad-input"),
        ({"options": {"players": 9}}, 400, "options"),
        ({"game": "chess"}, 400, "unknown-game"),
        ({"log": ["* deal 0 ????"]}, 400, "bad-input"),
        ({"surplus": 1}, 400, "malformed"),
    ],
)
def test_errors_are_explained(ask, more, status, code):
    answer = ask(**more)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text


def test_an_invalid_line_is_named_by_number_and_clause(ask):
    found = ask(log=[*POSITION["log"][:4], "0 choose 9"]).json()
    assert found["reason"].startswith("log, line 5: ")
    found = ask(action="build 9 C9 4", then=["* draw 0 5", "0 build 2 A2 4"]).json()
    assert found["reason"].startswith("then, line 2: ")


def test_t2_2_decisions_of_one_moment_wait_for_the_others(ask):
    options = {"players": 2, "printed_field": False}
    log = ["* start 0", "* deal 02 06 01 03"]
    first = ask(game="tangram-city", options=options, log=log).json()
    assert first["position"]["owing"] == [0, 1]
    assert first["position"]["hands"] is None
    action = next(text for text in first["legal"] if text.startswith("place"))
    found = ask(game="tangram-city", options=options, log=log, action=action).json()
    assert found["position"]["owing"] == [1]
    assert found["legal"] == []
    city = found["position"]["view"]["boards"][0]
    assert (city["building"] + city["green"]).strip("0")
    after = ask(game="tangram-city", options=options, log=found["log"], seat=1).json()
    assert after["position"]["view"]["boards"][0]["now"]["area"] == 0
    then = ["1 skip 02"]
    done = ask(game="tangram-city", options=options, log=log, action=action, then=then).json()
    assert done["position"]["owing"] == [0, 1]
    assert done["position"]["line"] == len(done["log"]) == 4


@pytest.mark.parametrize(("game", "options"), [("manhattan", {"players": 2}), ("tangram-city", {})])
def test_a_whole_game_can_be_practised(ask, game, options):
    """Every offered choice is accepted; of a product, one of each list."""
    rng = random.Random(3)
    rules = find(game)
    played = random_match(rules, rules.options(options), 5)
    lines = [f"{actor_text(entry.actor)} {entry.action}" for entry in played.log]
    for count in rng.sample(range(len(lines)), 8):
        match: Any = Match(rules, rules.options(options))
        for entry in played.log[:count]:
            match.submit(entry.actor, entry.action)
        for seat in match.waiting_for:
            if seat < 0:
                continue
            at = {"game": game, "options": options, "log": lines[:count], "seat": seat}
            found = ask(**at).json()
            action = " ".join(map(rng.choice, found["product"] or [found["legal"]]))
            for preview in (True, False):
                answer = ask(**at, action=action, preview=preview)
                assert answer.status_code == 200, answer.text
