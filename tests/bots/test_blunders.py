"""Twenty positions with a provable blunder, which the analysis must find.

In most of them nothing is hidden any more: the last turn of a game, the last tiles of a city. The
better moves were found by exhaustive search.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from baumeister.bots.analysis import analyse_line
from baumeister.core.chance import CHANCE
from baumeister.fast import compiled
from baumeister.records import Record, loads, replay

FILES = sorted((Path(__file__).parent.parent / "data" / "blunders").glob("*.json"))
NODES = 1500  # about 0.2 seconds on a slow machine

pytestmark = pytest.mark.skipif(not compiled(), reason="analysis needs the compiled core")


def read(path: Path) -> tuple[dict[str, Any], Record]:
    data = json.loads(path.read_text("utf-8"))
    return data, loads(json.dumps(data["record"]))


def test_there_are_twenty_positions_of_both_games() -> None:
    games = [read(path)[1].game_id for path in FILES]
    assert (games.count("manhattan"), games.count("tangram-city")) == (14, 6)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_better_moves_are_legal(path: Path) -> None:
    data, record = read(path)
    *_, step = replay(record)
    legal = set(map(str, record.game.legal(step.before, step.actor)))
    assert data["line"] == step.line
    assert data["blunder"] == str(step.action)
    assert data["better"]
    assert set(data["better"]) <= legal - {data["blunder"]}


@pytest.mark.parametrize("path", [path for path in FILES if "manhattan" in path.stem][:12])
def test_exactly_the_better_moves_win_on_the_last_turn(path: Path) -> None:
    data, record = read(path)
    game = record.game
    *_, step = replay(record)
    winning = set()
    for action in game.legal(step.before, step.actor):
        state = game.apply(step.before, step.actor, action)
        while game.actors(state) == (CHANCE,):  # a card that will not be played
            state = game.apply(state, CHANCE, game.legal(state, CHANCE)[0])
        outcome = game.outcome(state)
        assert outcome is not None
        if outcome.winners == (step.actor,):
            winning.add(str(action))
    assert winning == set(data["better"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_analysis_names_the_blunder_and_a_better_move(path: Path) -> None:
    data, record = read(path)
    judged = analyse_line(record, data["line"], nodes=NODES)
    assert judged.verdict in {"mistake", "blunder"}, judged
    assert judged.best in data["better"], judged
    assert judged.reasons
    assert judged.lost + judged.lost_points > 0
