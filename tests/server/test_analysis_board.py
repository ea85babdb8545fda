"""The analysis board: positions, actions for all sides, evaluations."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from baumeister.core.position_text import parse_position, position_text, view_text
from baumeister.core.registry import find
from baumeister.server.wire.manhattan import EXAMPLES
from baumeister.testing import random_match
from tests.server.running import Running

TEXT: str = EXAMPLES["evaluate"][0]["position"]


@pytest.fixture(scope="module")
def client(service: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=service.url, trust_env=False, timeout=60) as found:
        yield found


@pytest.fixture
def explore(client: httpx.Client) -> Any:
    def ask(**body: Any) -> httpx.Response:
        return client.post("/api/position", json=body)

    return ask


def test_a_position_text_is_shown_as_the_deciding_seat_sees_it(explore):
    found = explore(position=TEXT).json()
    assert (found["root"], found["text"], found["lines"]) == (TEXT, TEXT, [])
    assert (found["seat"], found["is_view"], found["position"]["owing"]) == (2, False, [2])
    assert found["position"]["view"]["hand"] == [1, 4, 5, 9]
    assert found["position"]["hands"] == [[1, 2, 3, 6], [2, 5, 7, 8], [1, 4, 5, 9]]
    assert "build 1 B9 3" in found["legal"]
    assert found["options"]["players"] == 3


def test_actions_and_chance_follow(explore):
    found = explore(position=TEXT, action="build 1 B9 3", roll=True, seed=3).json()
    assert found["lines"][0] == "2 build 1 B9 3"
    assert found["lines"][1].startswith("* draw 2 ")
    assert found["seat"] == 0
    assert found["lines"][1].removeprefix("* ") in found["outcomes"]
    again = explore(position=TEXT, lines=found["lines"]).json()
    assert again["text"] == found["text"] != TEXT
    other = explore(position=TEXT, lines=["2 build 1 B9 3", "* draw 2 7"]).json()
    assert "hands=1236/2578/4579" in other["text"]


def test_a_preview_changes_nothing(explore):
    found = explore(position=TEXT, action="build 1 B9 3", preview=True).json()
    assert (found["lines"], found["text"]) == ([], TEXT)
    assert found["preview"]["buildings"]["B9"] == [[2, 3]]


def test_the_beginning_of_a_game_can_be_explored(explore):
    found = explore(game="tangram-city", options={"players": 2}, roll=True, seed=4).json()
    assert found["lines"][0].startswith("* start ")
    assert (found["seat"], found["position"]["owing"]) == (0, [0, 1])
    first = explore(position=found["root"], lines=found["lines"], seat=1, action="side a").json()
    assert first["position"]["owing"] == [0]
    assert first["decided"] == ["side a"]


def test_a_view_hides_what_its_seat_cannot_know(explore):
    """M7: hidden cards are dealt at random, whoever decides."""
    parsed = parse_position(TEXT)
    view = view_text(parsed.game, parsed.view_for(0))
    found = explore(position=view, seat=0).json()
    assert (found["is_view"], found["viewer"], found["text"]) == (True, 0, view)
    assert found["position"]["hands"] is None
    hands = {
        tuple(explore(position=view, seat=2, seed=seed).json()["position"]["view"]["hand"])
        for seed in range(6)
    }
    assert len(hands) > 1
    after = explore(position=view, action="build 1 B9 3", seat=2, seed=1)
    assert after.status_code in (200, 409)


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        ({"position": "manhattan/2 : nonsense"}, "position-text", "NAME=VALUE"),
        ({"position": TEXT.replace("b3", "b0")}, "position-text", ""),
        ({"position": TEXT, "lines": ["2 build 1 B9 3", "2 build 1 B9 3"]}, "bad-input", "line 2"),
        ({"position": TEXT, "game": "manhattan"}, "bad-input", "either"),
        ({}, "bad-input", "either"),
        ({"game": "chess"}, "unknown-game", "chess"),
        ({"game": "manhattan", "options": {"players": 9}}, "options", "9"),
        ({"position": TEXT, "seat": 7}, "bad-input", "seat"),
        ({"position": TEXT, "preview": True}, "bad-input", "action"),
        ({"position": TEXT, "lines": ["nonsense"]}, "malformed", ""),
        ({"position": TEXT, "lines": ["* draw 0 1"] * 1001}, "malformed", ""),
    ],
)
def test_errors_are_clear(explore, body, code, said):
    answer = explore(**body)
    assert (answer.status_code, answer.json()["code"]) == (400, code), answer.text
    assert said in answer.json()["reason"]


def test_an_error_in_a_text_names_its_place(explore):
    found = explore(position=TEXT.replace("tray=4443", "tray=4449")).json()
    assert found["field"] == "tray"
    assert TEXT[found["column"] - 1 :].startswith("4443")


def test_an_illegal_action_names_its_clause(explore):
    found = explore(position=TEXT, action="build 1 A3 1").json()
    assert found["code"] == "illegal"
    assert found["clause"].startswith("M2.")


def test_an_evaluation_has_chances_moves_and_reasons(client):
    found = client.post(
        "/api/evaluation", json={"position": TEXT}, headers={"Accept-Language": "de"}
    ).json()
    assert found["seat"] == 2
    assert sum(found["chances"]) == pytest.approx(1)
    assert len(found["points"]) == 3
    legal = client.post("/api/position", json={"position": TEXT}).json()["legal"]
    assert 1 <= len(found["moves"]) <= 4
    assert {move["action"] for move in found["moves"]} <= set(legal)
    assert all(move["words"] for move in found["moves"])


def test_a_study_is_saved_shared_and_deleted(client, service):
    body = {"title": "Mine", "study": {"format": "baumeister-study/1", "log": []}}
    assert client.post("/api/studies", json=body).status_code == 403
    client.post("/api/people", json={"name": "Ada"})
    saved = client.post("/api/studies", json=body).json()
    assert [each["id"] for each in client.get("/api/me/studies").json()] == [saved["id"]]
    again = client.post("/api/studies", json=body | {"id": saved["id"], "title": "Ours"}).json()
    assert (again["id"], again["title"]) == (saved["id"], "Ours")
    place = f"/api/studies/{saved['id']}"
    with httpx.Client(base_url=service.url, trust_env=False, timeout=60) as other:
        found = other.get(place).json()
        assert (found["title"], found["own"], found["study"]) == ("Ours", False, body["study"])
        other.post("/api/people", json={"name": "Bo"})
        assert other.post("/api/studies", json=body | {"id": saved["id"]}).status_code == 403
        assert other.delete(place).status_code == 404
        assert other.get("/api/me/studies").json() == []
    assert client.delete(place).is_success
    answer = client.get(place)
    assert (answer.status_code, answer.json()["code"]) == (404, "no-study")


@pytest.mark.parametrize(("game", "options"), [("manhattan", {"players": 2}), ("tangram-city", {})])
def test_every_position_of_a_game_can_be_explored(explore, game, options):
    rules = find(game)
    played = random_match(rules, rules.options(options), 5)
    for entry in random.Random(2).sample(played.log, 5):
        text = position_text(rules, entry.before)
        found = explore(position=text, roll=True, seed=1)
        assert found.status_code == 200, found.text
        assert found.json()["root"] == text
        spectator = view_text(rules, rules.view(entry.before, None))
        assert explore(position=spectator).status_code == 200
