"""Analyses: their shape, fairness and repeatability, and luck that is zero on average."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from math import hypot, sqrt
from statistics import fmean, stdev
from typing import Any

import pytest

from baumeister.bots import Budget, make_bot
from baumeister.bots.analysis import VERDICTS, Analysis, analyse, analyse_line
from baumeister.bots.analysis.evaluator import NOTHING, Difference
from baumeister.bots.analysis.parts import evaluator_for
from baumeister.bots.analysis.result import MEASURES
from baumeister.bots.analysis.verdicts import accuracy, verdict
from baumeister.bots.bot import BotError
from baumeister.core.chance import CHANCE
from baumeister.core.errors import IllegalError
from baumeister.core.match import Match
from baumeister.core.registry import find
from baumeister.fast import compiled
from baumeister.records import Record, record_of, replay

pytestmark = pytest.mark.skipif(not compiled(), reason="analysis needs the compiled core")

SHORT: dict[str, Any] = {"rounds": 1, "blocks": 2}


def played(game_id: str, seed: int = 1, bot: str = "random", **options: Any) -> Record:
    """The record of a game between copies of a bot."""
    game = find(game_id)
    match = Match(game, game.options(options))
    rng = random.Random(seed)
    player = make_bot(bot, game)
    match.roll(rng)
    while match.actors:
        for seat in match.waiting_for:
            decision = player.decide(match.view(seat), match.legal(seat), Budget(), rng)
            match.submit(seat, decision.action)
        match.roll(rng)
    return record_of(match)


@pytest.fixture(scope="module")
def short() -> Analysis:
    return analyse(played("manhattan", players=3, **SHORT), nodes=60)


def test_every_line_has_chances_and_every_decision_a_judgement(short: Analysis) -> None:
    record = played("manhattan", players=3, **SHORT)
    assert len(short.lines) == len(record.log)
    assert (short.game, short.measure, short.open_cards) == ("manhattan", "win", False)
    for line, text in zip(short.lines, record.log, strict=True):
        assert sum(line.chances) == pytest.approx(1)
        assert len(line.points) == 3
        assert (line.judgement is None) == (line.actor == CHANCE) == text.startswith("*")
        if line.judgement:
            assert line.judgement.action == text[2:]
            assert line.judgement.verdict in VERDICTS
            assert line.judgement.lost >= 0


def test_the_last_line_has_the_result(short: Analysis) -> None:
    record = played("manhattan", players=3, **SHORT)
    assert record.result is not None
    winners = record.result["winners"]
    assert short.lines[-1].chances == tuple(
        1 / len(winners) if seat in winners else 0 for seat in range(3)
    )
    assert short.lines[-1].points == tuple(record.result["scores"])


def test_players_are_summarised(short: Analysis) -> None:
    for share in short.players:
        own = [line.judgement for line in short.lines if line.actor == share.seat]
        assert sum(share.verdicts.values()) == len(own)
        measured = [each.measured for each in own if each]
        assert share.lost == pytest.approx(max(0.0, sum(each.chance for each in measured)))
        assert share.lost_error == pytest.approx(hypot(*(each.chance_error for each in measured)))
        assert 0 <= share.accuracy <= 100
    assert sum(share.luck for share in short.players) == pytest.approx(0, abs=1e-6)


def test_data_is_json(short: Analysis) -> None:
    data = short.data()
    assert json.loads(json.dumps(data)) == data
    assert set(data) == {
        "game", "bot", "open_cards", "measure", "start", "start_points", "lines",
        "turning_points", "players",
    }  # fmt: skip
    assert set(data["lines"][0]) == {"line", "actor", "chances", "points"}
    decision = next(line for line in data["lines"] if line["actor"] >= 0)
    assert set(decision) > {"action", "best", "lost", "lost_points", "error", "verdict", "reasons"}
    assert set(decision["measured"]) == set(MEASURES)


def test_nodes_make_it_repeatable(short: Analysis) -> None:
    assert analyse(played("manhattan", players=3, **SHORT), nodes=60) == short


def test_a_solo_game_is_measured_in_points() -> None:
    record = played("tangram-city", players=1)
    record = replace(record, log=record.log[:9], result=None)
    found = analyse(record, nodes=40)
    assert found.measure == "points"
    assert found.start == (1.0,)
    assert all(line.chances == (1.0,) for line in found.lines)
    assert found.players[0].lost == 0
    assert found.players[0].lost_points > 0  # random play


def test_progress_is_reported_and_may_stop_it() -> None:
    record = played("manhattan", players=2, **SHORT)
    told: list[float] = []

    def enough(done: float) -> None:
        told.append(done)
        if done > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        analyse(record, nodes=20, progress=enough)
    assert told == sorted(told)
    assert 0 < told[0] < 0.5 < told[-1] < 1


def test_only_decisions_can_be_judged() -> None:
    record = played("manhattan", players=2, **SHORT)
    for line in (1, len(record.log) + 1):
        with pytest.raises(BotError, match="is not a decision"):
            analyse_line(record, line, nodes=20)


def test_another_action_can_be_judged_instead() -> None:
    record = played("manhattan", players=3, **SHORT)
    line = next(i for i, text in enumerate(record.log, 1) if " choose" in text)
    taken = record.log[line - 1][2:]
    other = "choose 44" if taken != "choose 44" else "choose 43"
    judged = analyse_line(record, line, nodes=100, action=other, best=taken)
    assert (judged.action, judged.best) == (other, taken)
    assert judged.done
    same = analyse_line(record, line, nodes=100, action=other, best=other)
    assert (same.verdict, same.lost, same.measured) == ("best", 0, NOTHING)
    searched = analyse_line(record, line, nodes=100, action=other)
    assert searched.action == other
    with pytest.raises(IllegalError):
        analyse_line(record, line, nodes=100, action="choose 4", best=taken)


# --- fairness ----------------------------------------------------------------------------


def other_hands(record: Record) -> Record:
    """The same record with the hands of the second and the third player swapped."""
    log = list(record.log)
    at = [index for index, line in enumerate(log) if line.startswith(("* deal 1", "* deal 2"))]
    one, two = (log[index].split()[-1] for index in at)
    assert one != two
    log[at[0]], log[at[1]] = f"* deal 1 {two}", f"* deal 2 {one}"
    return replace(record, log=tuple(log))


def test_a_judgement_depends_only_on_what_the_player_could_know() -> None:
    record = played("manhattan", players=3, start=0, **SHORT)
    line = next(i for i, text in enumerate(record.log, 1) if text.startswith("0 build"))
    record = replace(record, log=record.log[:line], result=None)
    for decision in (5, line):
        judged, other = (
            analyse_line(each, decision, nodes=300) for each in (record, other_hands(record))
        )
        assert judged == other
    with_open_cards = [
        analyse_line(each, line, nodes=300, open_cards=True)
        for each in (record, other_hands(record))
    ]
    assert with_open_cards[0] != with_open_cards[1]


def test_face_down_cards_make_no_difference() -> None:
    record = played("tangram-city", players=1, start=0, printed_field=False)
    deal = record.log[1].split()
    assert deal[1] == "deal"
    other = " ".join([*deal[:4], *reversed(deal[4:])])
    logs = [(record.log[0], text, record.log[2]) for text in (record.log[1], other)]
    judged = [analyse_line(replace(record, log=log, result=None), 3, nodes=100) for log in logs]
    assert judged[0] == judged[1]


# --- luck --------------------------------------------------------------------------------


def test_the_mean_prospect_after_a_draw_is_the_prospect_before() -> None:
    record = played("manhattan", players=2, rounds=2, blocks=2)
    game = record.game
    draws = [step for step in replay(record) if str(step.action).startswith("draw")]
    state = draws[2].before
    engine = evaluator_for(game)
    before = engine.prospect(game, state, Budget(nodes=6000), seed=1)
    outcomes = game.chance(state)
    mean = 0.0
    for action, weight in outcomes:
        after = engine.prospect(game, game.apply(state, CHANCE, action), Budget(nodes=2000), seed=2)
        mean += weight * after.chances[0] / sum(each for _, each in outcomes)
    assert mean == pytest.approx(before.chances[0], abs=6 * before.errors[0] + 0.005)


@pytest.mark.slow
def test_luck_is_zero_on_average() -> None:
    games = [
        analyse(played("manhattan", seed, players=3, rounds=2, blocks=2), nodes=200, seed=seed)
        for seed in range(100)
    ]
    for seat in range(3):
        lucks = [game.players[seat].luck for game in games]
        error = stdev(lucks) / sqrt(len(lucks))
        assert error < 0.04
        assert abs(fmean(lucks)) < 4 * error


# --- verdicts ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chance", "error", "players", "name"),
    [
        (0.04, 0.0, 2, "good"),
        (0.05, 0.0, 2, "inaccuracy"),
        (0.05, 0.0, 4, "mistake"),
        (0.16, 0.0, 2, "blunder"),
        (0.16, 0.09, 2, "good"),
    ],
)
def test_verdicts(chance: float, error: float, players: int, name: str) -> None:
    assert verdict(Difference(chance, error, 0.0, 0.0), players) == name


def test_solo_verdicts_are_by_points() -> None:
    assert verdict(Difference(0.0, 0.0, 13.0, 1.0), 1) == "blunder"
    assert verdict(Difference(0.0, 0.0, 13.0, 7.0), 1) == "good"
    assert verdict(Difference(0.0, 0.0, 13.0, 1.0), 3) == "good"
    assert verdict(Difference(0.0, 0.0, 13.0, 1.0), 3, by_points=True) == "blunder"
    assert verdict(Difference(0.2, 0.01, 1.0, 1.0), 3, by_points=True) == "blunder"


def test_accuracy_falls_with_the_loss() -> None:
    assert accuracy([]) == 100
    falling = [accuracy([(loss, 0.0)]) for loss in (0.0, 0.05, 0.15, 1.0)]
    assert falling == sorted(falling, reverse=True)
    assert falling[-1] == 0
