"""Puzzles over HTTP: nothing of a solution is sent before it is known; results are kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from baumeister.puzzles.shipped import puzzle_by_id, shipped, shipped_days
from tests.server.running import Running

JSON = dict[str, Any]
PUZZLE = shipped("manhattan", "best-move")[0]
DAY = "/api/days/tangram-city/{}"


@pytest.fixture
def guest(service: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=service.url, trust_env=False, timeout=60) as client:
        client.post("/api/people", json={"name": "Ada"})
        yield client


@pytest.fixture
def stranger(service: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=service.url, trust_env=False, timeout=60) as client:
        yield client


def attempt(client: httpx.Client, action: str, puzzle: str = PUZZLE.id, **more: Any) -> JSON:
    answer = client.post(f"/api/puzzles/{puzzle}/try", json={"action": action, **more})
    assert answer.status_code == 200, answer.text
    found: JSON = answer.json()
    return found


def wrong_move() -> str:
    return PUZZLE.wrong[0].move


def test_a_puzzle_is_shown_without_its_solution(stranger):
    found = stranger.get(f"/api/puzzles/{PUZZLE.id}").json()
    assert found["solution"] is None
    assert set(PUZZLE.best) <= set(found["legal"])
    assert "?" in found["text"]  # the other hands
    entry = found.pop("entry")
    assert {"margin", "best", "wrong", "reasons"}.isdisjoint(found | entry)
    assert found["position"]["hands"] is None


def test_a_wrong_move_is_refuted_and_does_not_reveal_the_solution(guest):
    tried = attempt(guest, wrong_move())
    assert (tried["right"], tried["solution"]) == (False, None)
    assert tried["lost"] == PUZZLE.wrong[0].lost
    assert tried["words"]
    site = PUZZLE.best[0].split()[2]
    assert site not in " ".join(tried["words"]) or site == wrong_move().split()[2]
    assert guest.get(f"/api/puzzles/{PUZZLE.id}").json()["entry"]["you"]["tries"] == 1


def test_a_right_move_is_explained_and_fewer_tries_give_more_stars(guest):
    attempt(guest, wrong_move())
    solved = attempt(guest, PUZZLE.best[0])
    assert solved["right"]
    assert solved["you"] == {"tries": 2, "solved": True, "shown": False, "stars": 2}
    assert solved["solution"]["best"] == list(PUZZLE.best)
    assert len(solved["solution"]["contrasts"]) == len(PUZZLE.wrong)
    again = guest.get(f"/api/puzzles/{PUZZLE.id}", headers={"Accept-Language": "de"}).json()
    assert again["solution"]["words"] != solved["solution"]["words"]
    assert guest.get("/api/puzzles").json()["you"]["solved"] == 1


def test_whoever_asks_for_the_solution_cannot_solve_it_any_more(guest):
    shown = guest.post(f"/api/puzzles/{PUZZLE.id}/solution").json()
    assert shown["best"] == list(PUZZLE.best)
    assert attempt(guest, PUZZLE.best[0])["you"]["solved"] is False


def test_a_preview_is_no_attempt(guest):
    found = attempt(guest, PUZZLE.best[0], preview=True)
    assert (found["right"], found["solution"], found["you"]["tries"]) == (False, None, 0)
    assert found["preview"]["buildings"]


def test_an_illegal_move_is_no_attempt(guest):
    answer = guest.post(f"/api/puzzles/{PUZZLE.id}/try", json={"action": "build 1 A1 9"})
    assert answer.status_code in (400, 409)
    assert guest.get(f"/api/puzzles/{PUZZLE.id}").json()["entry"]["you"]["tries"] == 0


def test_a_wrong_move_nobody_foresaw_is_measured(guest):
    shown = guest.get(f"/api/puzzles/{PUZZLE.id}").json()
    known = {*PUZZLE.best, *(each.move for each in PUZZLE.wrong)}
    tried = attempt(guest, next(each for each in shown["legal"] if each not in known))
    assert not tried["right"]
    assert tried["words"]


def test_the_archive_is_filtered(stranger):
    every = stranger.get("/api/puzzles/archive").json()
    assert every["total"] == len(shipped("manhattan", "best-move")) + len(
        shipped("manhattan", "win-round")
    )
    level = every["puzzles"][0]["difficulty"]
    some = stranger.get(f"/api/puzzles/archive?kind=win-round&difficulty={level}").json()
    assert some["total"] < every["total"]
    assert all(puzzle_by_id(each["id"]).kind == "win-round" for each in some["puzzles"])


def test_unknown_puzzles_and_days_are_refused(guest):
    assert guest.get("/api/puzzles/0000").status_code == 404
    for day in ("2999-01-01", "2020-01-01", "2026-13-01"):
        assert guest.post(DAY.format(day), json={}).status_code == 404


def test_a_day_is_played_once_and_appears_on_the_board(guest):
    today = guest.get("/api/puzzles").json()["day"]
    path = DAY.format(today)
    now = guest.post(path, json={}).json()
    assert now["legal"] == ["side a", "side b"]
    assert now["best"] is None
    peek = guest.post(path, json={"action": "side b", "preview": True})
    assert peek.status_code == 200
    moves = 0
    while now["result"] is None:
        action = now["legal"][-1]
        now = guest.post(path, json={"action": action, "after": moves}).json()
        moves += 1
    assert now["entry"]["score"] == now["result"]["scores"][0]
    assert now["entry"]["stars"] >= 1
    assert now["best"] >= now["entry"]["score"]
    stale = guest.post(path, json={"action": "side a", "after": 0})
    assert stale.json()["code"] == "stale"
    board = guest.get(f"{path}/board").json()
    assert [line["guest"] for line in board if line["you"]] == [True]
    today = guest.get("/api/puzzles").json()
    assert today["you"]["streak"] == 1
    assert today["games"][0]["score"] == now["entry"]["score"]


def test_days_need_a_guest(stranger):
    today = stranger.get("/api/puzzles").json()["day"]
    assert stranger.post(DAY.format(today), json={}).status_code == 403
    assert today in shipped_days("tangram-city", "day")


def test_the_trainer_of_somebody_new_is_empty(guest):
    found = guest.post("/api/trainer").json()
    assert (found["due"], found["waiting"], found["learned"]) == ([], 0, 0)
