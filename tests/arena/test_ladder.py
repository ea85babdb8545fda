"""The ladder: every rung can be played, and the page shows the recorded results."""

from __future__ import annotations

import json
import random
import sys
from dataclasses import replace
from typing import Any

import pytest
from bench.ladder import main as main_module
from bench.ladder import page as page_module
from bench.ladder.bot_program import Player as Level
from bench.ladder.main import chosen, result
from bench.ladder.openspiel_bot import Player as OpenSpiel
from bench.ladder.questions import view_of
from bench.ladder.rungs import RUNGS, Goal, Rung

from baumeister.arena import play, run, summary
from baumeister.arena.deals import Deal
from baumeister.core.data import data_of
from baumeister.core.errors import BaumeisterError
from baumeister.core.match import Match
from baumeister.core.registry import find


def test_the_page_is_current():
    """`tools/ladder --page` regenerates it."""
    assert page_module.PAGE.read_text("utf-8") == page_module.page()


@pytest.mark.parametrize("rung", RUNGS, ids=lambda rung: rung.name)
def test_every_rung_can_be_planned(rung):
    plan = rung.plan()
    assert plan.deals(rung.games) * plan.games_a_deal >= rung.games >= 400
    assert rung.command().startswith(f"baumeister arena {rung.game} --players {plan.players}")


def test_a_name_may_be_a_common_prefix():
    assert len(chosen(["manhattan-4-level-"])) == 4
    assert [rung.name for rung in chosen(["mirror"])] == ["mirror"]
    assert chosen(["all"]) == list(RUNGS)
    with pytest.raises(SystemExit, match="no rung nobody"):
        chosen(["nobody"])


TINY = Rung(
    "tiny",
    "A tiny one",
    ("greedy", "random"),
    (Goal("won", 0.2), Goal("won", 0.999), Goal("points", 5), Goal("complete", 1)),
    options={"players": 2, "rounds": 1},
)


def test_a_result_records_its_provenance(tmp_path, monkeypatch):
    monkeypatch.setattr(page_module, "FOLDER", tmp_path)
    monkeypatch.setattr(page_module, "RUNGS", (TINY, replace(TINY, name="not played")))
    found = summary(run(TINY.plan(), 20))
    recorded = result(TINY, found)
    page_module.result_path(TINY).write_text(json.dumps(recorded))
    text = page_module.page()
    command = "baumeister arena manhattan --players 2 --bots greedy,random --versus"
    assert recorded["command"].startswith(command)
    assert recorded["build"]
    assert recorded["commit"]
    assert f"| 20 of 400 (10) | {recorded['date'][:10]} |" in text
    assert "≥ 20.0%: met with confidence" in text
    assert "≥ 99.9%: not met" in text
    assert "not measured" in text
    assert "not played" not in text


def test_a_rung_with_forfeits_is_not_recorded(tmp_path, monkeypatch):
    monkeypatch.setattr(main_module, "GAMES", tmp_path / "GAMES")
    monkeypatch.setattr(page_module, "FOLDER", tmp_path / "FOLDER")
    broken = replace(TINY, bots=("greedy", f"external:{sys.executable} -c 1"))
    with pytest.raises(BaumeisterError, match="forfeited"):
        main_module.play(broken, 1, None, restart=False)
    assert (tmp_path / "GAMES" / "tiny.html").exists()
    assert not (tmp_path / "FOLDER").exists()


def test_a_lead_in_points_can_be_a_goal():
    found = play("tangram-city", {"players": 1}, ["greedy", "random"], games=6)
    goal = Goal("better", 6)
    assert goal.estimate(found) == found.cross[0][1]
    assert goal.text(6) == "+6.0 points"


def question_of(match: Match, seat: int, seed: int) -> dict[str, Any]:
    """What the arena asks a program."""
    known = data_of(match.view(seat))
    del known["options"]
    asked = {
        "id": 1,
        "game": match.game.id,
        "options": match.game.options_data(match.view(seat).options),
        "view": known,
        "legal": list(map(str, match.legal(seat))),
        "seconds": 0.01,
        "nodes": None,
        "seed": seed,
    }
    return json.loads(json.dumps(asked))


def play_by_questions(player: Any, match: Match, decisions: int) -> None:
    """Let a program's player decide for everybody."""
    rng, deal = random.Random(1), Deal(0, 0)
    events = deal.roll(match, 0)
    for _ in range(decisions):
        seat = match.waiting_for[0]
        question = question_of(match, seat, rng.getrandbits(50))
        assert view_of(question) == match.view(seat)
        match.submit(seat, player.answer(question)["action"])
        events = deal.roll(match, events)


@pytest.mark.parametrize("algorithm", ["mcts", "core", "ismcts"])
@pytest.mark.parametrize("choice", ["open", "secret"])
def test_openspiel_bots_answer_the_arena(algorithm, choice):
    game = find("manhattan")
    options = game.options({"players": 2, "rounds": 1, "choice": choice, "urban": True})
    play_by_questions(OpenSpiel(algorithm), Match(game, options), 6)


@pytest.mark.parametrize("game", ["manhattan", "tangram-city"])
def test_a_level_answers_the_arena(game):
    """`frozen_bot` runs the same program with an earlier commit's package."""
    found = find(game)
    play_by_questions(Level("5:nodes=20"), Match(found, found.options({"players": 3})), 12)


def test_the_programs_play_in_the_arena():
    program = f"external:{sys.executable} -m bench.ladder.bot_program 1"
    bots = [program, "bench.ladder.styles:NoisyGreedy"]
    found = play("manhattan", {"players": 2, "rounds": 1}, bots, games=2)
    assert found.games == 2
    assert not any(bot.forfeits for bot in found.bots)
