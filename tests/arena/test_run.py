"""Tournaments: resumed, interrupted, tested, on several cores."""

from __future__ import annotations

import json
import sys
import time

import pytest

from baumeister.arena import Bounds, FileError, PlanError, make_plan, run, summary
from baumeister.arena.playing import play_given, play_planned
from baumeister.arena.report.html import page
from baumeister.arena.report.words import forfeit_lines
from baumeister.arena.storage.files import TournamentFile, build
from baumeister.arena.storage.lines import game_data, game_of
from baumeister.bots import Budget, Decision, make_bot
from baumeister.fast import compiled

TINY = {"players": 2, "rounds": 1}


def tiny(*bots, **more):
    return make_plan("manhattan", TINY, bots or ("random", "greedy"), **more)


def results(tournament):
    return [
        (game.deal, game.seating, game.bots, game.ranks, game.points) for game in tournament.games
    ]


def test_it_resumes_where_it_stopped(tmp_path, monkeypatch):
    path = tmp_path / "folder" / "games.jsonl"
    whole = run(tiny(), 10)
    run(tiny(), 4, out=path)
    with path.open("ab") as file:
        file.write(b'{"deal":2,"sea')  # interrupted in the middle of a line
    played = []
    monkeypatch.setattr(
        "baumeister.arena.tournament.play_all",
        lambda plan, tasks, pool, record: (
            game
            for task in tasks
            for game in [play_planned(plan, *task)]
            if not played.append(task)
        ),
    )
    assert results(run(tiny(), 10, out=path)) == results(whole)
    assert len(played) == 6
    assert results(run(tiny(), 10, out=path)) == results(whole)
    assert len(played) == 6
    assert len(run(tiny(), 2, out=path).games) == 2  # the file has more games than asked for


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (lambda: tiny("random", "1"), "its bots is"),
        (lambda: tiny(seed=1), "its seed is 0 and not 1"),
        (lambda: tiny(versus=True), "its mode is"),
        (lambda: tiny(budget=Budget(nodes=4)), "its nodes is None and not 4"),
        (lambda: make_plan("manhattan", {"players": 2}, ("random", "greedy")), "its options is"),
    ],
)
def test_a_file_of_another_tournament_is_refused(tmp_path, other, reason):
    path = tmp_path / "games.jsonl"
    run(tiny(), 2, out=path)
    before = path.read_bytes()
    with pytest.raises(FileError, match=reason):
        run(other(), 2, out=path)
    assert path.read_bytes() == before


def test_a_file_of_another_version_of_the_bots_is_refused(tmp_path):
    path = tmp_path / "games.jsonl"
    run(tiny(), 2, out=path)
    path.write_text(path.read_text().replace(build(), "0123456789abcdef"))
    with pytest.raises(FileError, match="another version of the bots"):
        run(tiny(), 2, out=path)


@pytest.mark.parametrize(
    "text", ["hello\n", "hello", "one\ntwo", "[1]\n", '{"arena": 1}\n', "{}\n"]
)
def test_a_file_that_is_not_an_arena_file_is_left_alone(tmp_path, text):
    path = tmp_path / "mine.txt"
    path.write_text(text)
    with pytest.raises(FileError):
        run(tiny(), 2, out=path)
    assert path.read_text() == text


def test_a_file_interrupted_in_its_first_line_is_restarted(tmp_path):
    path = tmp_path / "games.jsonl"
    run(tiny(), 2, out=path)
    whole = path.read_bytes()
    path.write_bytes(whole[:40])
    assert len(run(tiny(), 2, out=path).games) == 2
    assert path.read_bytes().splitlines()[0] == whole.splitlines()[0]


@pytest.mark.skipif(not compiled(), reason="needs the compiled core")
def test_without_the_compiled_core_the_build_differs(monkeypatch):
    with_core = build()
    monkeypatch.setattr("baumeister.arena.storage.files.compiled", lambda: False)
    assert build.__wrapped__() != with_core


def test_two_arenas_cannot_write_one_file(tmp_path):
    path = tmp_path / "games.jsonl"
    with TournamentFile(path, tiny()), pytest.raises(FileError, match="another arena"):
        run(tiny(), 2, out=path)


def test_ctrl_c_keeps_the_complete_deals(tmp_path):
    path = tmp_path / "games.jsonl"

    def progress(played, total, test):
        if played == 5:
            raise KeyboardInterrupt

    stopped = run(tiny(), 40, out=path, progress=progress)
    assert stopped.interrupted
    assert [len(deal) for deal in stopped.deals] == [2, 2]
    assert len(path.read_text().splitlines()) == 1 + 5
    assert summary(stopped).games == 4


def test_a_test_stops_at_the_same_deal_on_any_number_of_cores(tmp_path):
    plan = tiny("greedy", "random", versus=True)
    bounds = Bounds(0, 400)
    one = run(plan, 400, bounds=bounds)
    two = run(plan, 400, bounds=bounds, cores=2, out=tmp_path / "games.jsonl")
    assert one.test is not None
    assert two.test is not None
    assert one.test.verdict == "H1"
    assert len(one.games) < 200
    assert results(one) == results(two)
    again = run(plan, 400, bounds=bounds, out=tmp_path / "games.jsonl")
    assert results(again) == results(one)


def test_a_test_needs_versus():
    with pytest.raises(PlanError, match="versus"):
        run(tiny(), 2, bounds=Bounds(0, 10))


def test_a_bot_against_itself_wins_its_share():
    """Mirror control: it would reveal an arena that favours a seat or a bot."""
    options = {"players": 3, "rounds": 1}
    plan = make_plan("manhattan", options, ["random", "random"], versus=True, seed=3)
    found = summary(run(plan, 300))
    won = found.bots[0].won
    assert won.low < 1 / 3 < won.high
    assert won.margin < 0.1
    assert len({game.points for game in run(plan, 3).games}) > 1  # not the same game three times


class Slow:
    def decide(self, view, legal, budget, rng):
        time.sleep(0.003)
        return Decision(legal[0], simulations=7, cut_short=True)


def test_overruns_are_counted():
    plan = tiny("random", "greedy", budget=Budget(seconds=0.001))
    spent = play_given(plan, 0, 0, [Slow(), Slow()]).thinking[0]
    assert spent.decisions == spent.overruns == spent.cut_short > 3
    assert spent.simulations == 7 * spent.decisions
    assert spent.longest >= 0.003
    assert spent.seconds >= 0.003 * spent.decisions


class Wrong:
    def decide(self, view, legal, budget, rng):
        return Decision("build 1 Z9 4")


class Failing:
    def decide(self, view, legal, budget, rng):
        raise ZeroDivisionError("by me")


def test_a_bot_that_fails_forfeits_the_game():
    options = {"players": 3, "rounds": 1}
    plan = make_plan("manhattan", options, ["random", "greedy", "1"])
    game = play_given(plan, 0, 0, [Wrong(), make_bot("greedy", plan.game), Failing()])
    lost = [game.bots.index(0), game.bots.index(2)]
    assert [game.ranks[seat] for seat in lost] == [2, 2]
    assert game.ranks[game.bots.index(1)] == 1
    assert [game.points[seat] for seat in lost] == [0, 0]
    assert "Z9" in game.forfeits[lost[0]]
    assert game.forfeits[lost[1]] == "ZeroDivisionError: by me"
    assert game_of(json.loads(json.dumps(game_data(game)))).forfeits == game.forfeits


@pytest.mark.parametrize("cores", [1, 2])
def test_a_failing_bot_does_not_end_the_tournament(cores, tmp_path):
    plan = tiny("random", f"external:{sys.executable} -c pass")
    found = summary(run(plan, 4, cores=cores, out=tmp_path / "games.jsonl"))
    assert (found.games, [bot.forfeits for bot in found.bots]) == (4, [0, 4])
    assert found.bots[0].won.value == 1
    (line,) = forfeit_lines(found)
    assert "forfeited 4 of 4 games, first in deal 0, seating 0, seat 1" in line
    assert "ended" in line
    assert "<svg" in page(found, "")


def test_solo_points_are_compared_on_the_same_deals():
    plan = make_plan("tangram-city", {"players": 1}, ["greedy", "random"])
    found = summary(run(plan, 12))
    assert [bot.games for bot in found.bots] == [6, 6]
    assert found.bots[0].won is None
    assert found.bots[0].complete is not None
    better = found.cross[0][1]
    assert better.low > 0
    assert better.value == pytest.approx(found.bots[0].points.value - found.bots[1].points.value)
    json.dumps(found.data())
