"""Positions as text on the command line and in the environments."""

from __future__ import annotations

import json
import random

import gymnasium
import numpy as np
import pytest

import baumeister.envs.gymnasium  # noqa: F401  (registers the environments)
from baumeister.bots import Budget
from baumeister.bots.hints import hint_at
from baumeister.cli.app import app
from baumeister.core.errors import BaumeisterError
from baumeister.core.position_text import PositionTextError, position_text, view_text
from baumeister.core.registry import find
from baumeister.envs.pettingzoo import manhattan_v1, tangram_city_v1
from baumeister.fast.positions import position_from_text
from baumeister.testing import random_match, record_of_random

MANHATTAN = {"players": 2, "rounds": 1, "blocks": 2}
CITY = {"players": 2, "printed_field": False}


@pytest.fixture(scope="module")
def state():
    game = find("manhattan")
    return random_match(game, game.options(MANHATTAN), 4, 5).state


@pytest.fixture(scope="module")
def city():
    game = find("tangram-city")
    return random_match(game, game.options(CITY), 4, 40).state


def call(*words):
    with pytest.raises(SystemExit) as ended:
        app([str(word) for word in words])
    return ended.value.code


def test_show_prints_the_board_and_the_text(state, capsys, tmp_path):
    game, text = find("manhattan"), position_text(find("manhattan"), state)
    assert call("show", text) == 0
    shown = capsys.readouterr().out
    assert "Round 1 of 1" in shown
    assert shown.splitlines()[-1] == text
    assert call("show", text, "--seat", 1) == 0
    seen = capsys.readouterr().out
    assert "Your cards" in seen
    assert seen.splitlines()[-1] == view_text(game, game.view(state, 1))
    path = tmp_path / "game.bau.json"
    path.write_text(record_of_random(game, game.options(MANHATTAN), 4, 5).dumps())
    assert call("show", path, "--json") == 0
    assert json.loads(capsys.readouterr().out)["text"].startswith("manhattan/2 players=2 ")
    hidden = view_text(game, game.view(state, 1))
    with pytest.raises(PositionTextError, match="a view of seat 1"):
        app(["show", hidden, "--seat", "0"], exit_on_error=False)


def test_analyse_gives_the_best_actions_of_a_position(state, capsys):
    game = find("manhattan")
    seat = game.actors(state)[0]
    texts = [position_text(game, state), view_text(game, game.view(state, seat))]
    for text in texts:
        assert call("analyse", "--position", text, "--nodes", 200, "--json") == 0
        found = json.loads(capsys.readouterr().out)
        assert found["seat"] == seat
        assert found["action"] in [str(action) for action in game.legal(state, seat)]
    assert call("analyse", "--position", texts[0], "--nodes", 100) == 0
    assert found["action"].split()[0] in capsys.readouterr().out
    assert call("analyse") == 2


def test_hints_and_searches_start_at_a_text(state):
    game = find("manhattan")
    seat = game.actors(state)[0]
    text = view_text(game, game.view(state, seat))
    assert hint_at(text, budget=Budget(nodes=100)).action in game.legal(state, seat)
    position = position_from_text(text, seed=3)
    assert position.actor == seat
    found = position.search(nodes=100)
    assert found.best in position.legal()
    with pytest.raises(BaumeisterError, match="nothing to decide"):
        hint_at(position_text(game, state), seat=1 - seat)


def test_solve_takes_a_position(city, capsys):
    text = position_text(find("tangram-city"), city)
    assert call("solve", "--position", text, "--seat", 1, "--json") == 0
    assert "completable" in json.loads(capsys.readouterr().out)
    with pytest.raises(PositionTextError, match="no game 'city'"):
        app(["solve", "--position", "city/1 : phase=place"])
    assert call("solve") == 2


def test_a_position_in_the_place_of_a_record_is_recognised(state, capsys):
    for command in ("analyse", "solve", "replay"):
        assert call(command, position_text(find("manhattan"), state)) == 1
        said = " ".join(capsys.readouterr().err.split())
        assert "a position text, not a record: give it to show, or with --position" in said


def test_environments_start_at_a_position(state, city):
    game, seat = find("manhattan"), find("manhattan").actors(state)[0]
    env = gymnasium.make("baumeister/Manhattan-v1", seat=seat, **MANHATTAN)
    text = position_text(game, state)
    first, info = env.reset(seed=1, options={"position": text})
    again, _ = env.reset(seed=2, options={"position": text})
    assert np.array_equal(first, again)
    assert info["action_mask"].sum() == len(position_from_text(text).legal())
    with pytest.raises(ValueError, match="other options"):
        env.reset(options={"position": position_text(find("tangram-city"), city)})
    aec = manhattan_v1.env(**MANHATTAN)
    aec.reset(seed=1, options={"position": view_text(game, game.view(state, seat))})
    assert aec.agent_selection == f"player_{seat}"
    assert np.array_equal(aec.observe(aec.agent_selection)["observation"], first)


def test_the_parallel_environment_starts_at_a_moment_of_all(city):
    game = find("tangram-city")
    assert len(game.actors(city)) == 2
    env = tangram_city_v1.parallel_env(**CITY)
    seen, _ = env.reset(seed=1, options={"position": position_text(game, city)})
    assert set(seen) == {"player_0", "player_1"}
    decided = game.apply(city, 0, game.legal(city, 0)[0])
    with pytest.raises(ValueError, match="decided already"):
        env.reset(options={"position": position_text(game, decided)})
    rng = random.Random(1)
    actions = {a: int(rng.choice(np.flatnonzero(seen[a]["action_mask"]))) for a in seen}
    env.reset(seed=1, options={"position": position_text(game, city)})
    assert env.step(actions)
