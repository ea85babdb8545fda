"""Robustness of the compiled core: no input may crash it, hang it or reveal hidden cards."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading

import pytest

from baumeister.core.errors import IllegalError
from baumeister.games.manhattan import Phase

from .samples import SAMPLES

np = pytest.importorskip("numpy")
pytest.importorskip("baumeister.fast._core", exc_type=ImportError)
manhattan = pytest.importorskip("baumeister.fast.manhattan.compiled", exc_type=ImportError)
tangram_city = pytest.importorskip("baumeister.fast.tangram_city.compiled", exc_type=ImportError)

CORES = {"manhattan": manhattan, "tangram-city": tangram_city}


def start(given, core=manhattan, seed=3):
    position = core.Position(core.rules(given), seed)
    position.settle()
    return position


# --- search --------------------------------------------------------------------------------


@pytest.mark.parametrize("exploration", [0.5, 0.0, -10.0, float("inf"), float("nan")])
@pytest.mark.parametrize("value", [-5.0, 1e30])
def test_a_search_accepts_any_value_and_any_exploration(value, exploration):
    position = start({"players": 2})
    for policy in (None, [3e38] * 61):
        found = position.search(
            nodes=400,
            leaf="none",
            evaluate=lambda leaf: [value, -value],
            exploration=exploration,
            policy=policy,
        )
        assert found.simulations == sum(found.visits) == 400


def test_a_value_must_be_a_number():
    with pytest.raises(ValueError, match="finite"):
        start({"players": 2}).search(
            nodes=5, evaluate=lambda leaf: [0.5, float("nan")], leaf="none"
        )


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_leaves_are_evaluated_where_a_player_acts_each_with_its_own_generator(sample):
    """M4.1: also where an urban card is to be revealed after the round."""
    position = start(sample.given, CORES[sample.game.id])
    streams = []

    def evaluate(leaf):
        assert leaf.actor >= 0
        streams.append(bytes(leaf)[-16:])
        return [0.5] * sample.options.players

    position.search(nodes=20, seed=2, leaf="round", evaluate=evaluate)
    if sample.given.get("rounds") != 1:  # else every leaf is the end of the game
        assert len(set(streams)) == 20


@pytest.mark.parametrize("core", CORES.values(), ids=CORES)
def test_long_calls_can_be_interrupted(core):
    def handler(number, frame):
        raise KeyboardInterrupt

    position = start({}, core)
    before = signal.signal(signal.SIGALRM, handler)
    try:
        for call in (
            lambda: position.search(seconds=60),
            lambda: position.search(seconds=60, threads=2),
            lambda: position.forecast(seconds=60),
        ):
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            with pytest.raises(KeyboardInterrupt):
                call()
    finally:
        signal.signal(signal.SIGALRM, before)


def test_budgets_and_threads_are_bounded():
    position = start({})
    batch = manhattan.Batch(position.rules, 64)
    actions = np.zeros(64, np.int32)
    batch.sample(actions)
    for threads in (0, -1, 100_000):
        for call in (
            lambda many: position.search(nodes=10, threads=many),
            lambda many: position.playouts(64, threads=many),
            lambda many: batch.playouts(threads=many),
            lambda many: batch.step(actions, threads=many),
        ):
            with pytest.raises(ValueError, match="threads"):
                call(threads)
    with pytest.raises(ValueError, match="budget"):
        position.search(seconds=float("nan"))


# --- hidden information --------------------------------------------------------------------


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_a_determinized_position_does_not_reveal_the_next_draws(sample):
    """M7, T2.1: nothing of the position's generator remains."""
    position = start(sample.given, CORES[sample.game.id])
    other = position.copy()
    other.reseed(8)
    assert bytes(position.determinize(0, 5)) == bytes(other.determinize(0, 5))


# --- unreachable positions -------------------------------------------------------------------


def until(position, phase, round_number=1):
    rng = random.Random(1)
    while (position.fields()["phase"], position.fields()["round"]) != (phase, round_number):
        position.apply(rng.choice(position.legal()))
    return position.fields()


def refused(rules, fields, why):
    with pytest.raises(ValueError, match=why):
        manhattan.Position.from_fields(rules, fields)


@pytest.mark.parametrize("choice", ["open", "secret", "one-by-one"])
@pytest.mark.parametrize("players", [2, 4])
def test_impossible_trays_are_refused(players, choice):
    """M2.2, M6: a player would choose for ever, or from nothing."""
    given = {"players": players, "choice": choice, "rounds": 2, "blocks": 6, "start": 0}
    position = manhattan.Position(manhattan.rules(given), 1)
    first = until(position, Phase.CHOOSE)
    part = {**first, "trays": [[3, 0, 0, 0], *first["trays"][1:]]}
    part["supplies"] = [[8, 6, 4, 3], *first["supplies"][1:]]
    refused(position.rules, part, "turn to choose" if choice == "one-by-one" else "half full")
    if choice == "secret":
        return
    later = {**first, "trays": [[0] * 4, [0, 3, 0, 3], *first["trays"][2:]]}
    later["supplies"] = [[11, 6, 4, 3], [11, 3, 4, 0], *first["supplies"][2:]]
    refused(position.rules, later, "half full|turn to choose")


def test_turns_that_do_not_match_the_start_player_are_refused():
    """M2.3: lockstep assumes the same turn in all games."""
    position = manhattan.Position(manhattan.rules({}), 1)
    found = until(position, Phase.BUILD)
    refused(position.rules, {**found, "start": (found["start"] + 1) % 4}, "start player")


def test_an_exhausted_urban_pile_is_refused():
    """M4.11: fake news in the last round with no card left to reveal."""
    given = {"urban": True, "rounds": 9, "blocks": 2}
    position = manhattan.Position(manhattan.rules(given), 1)
    found = until(position, Phase.BUILD, 9)
    refused(position.rules, {**found, "urban": 9, "urban_pile": 0}, "urban cards")


@pytest.mark.parametrize("core", CORES.values(), ids=CORES)
def test_fields_out_of_range_are_refused(core):
    position = core.Position(core.rules({}), 1)
    for wrong in (-1, 256, 2**40, "x", None):
        with pytest.raises(ValueError, match="value"):
            core.Position.from_fields(position.rules, {**position.fields(), "round": wrong})


def test_only_chance_has_weights():
    with pytest.raises(ValueError, match="chance is not to act"):
        start({}).weights()


def test_actions_are_integers_and_are_not_truncated():
    batch = manhattan.Batch(manhattan.rules({}), 20, seed=4)
    legal = [batch[i].legal()[0] for i in range(20)]
    with pytest.raises(IllegalError):
        batch.step(np.array(legal, np.int64) + 2**32)
    with pytest.raises(TypeError, match="int32 or int64"):
        batch.step(np.array(legal, np.float64))
    games = [batch[i] for i in range(20)]
    batch.step(np.array(legal, np.int64))
    for i, game in enumerate(games):
        game.step(legal[i])
        assert bytes(batch[i]) == bytes(game)


@pytest.mark.parametrize("core", CORES.values(), ids=CORES)
def test_rules_of_another_game_are_refused(core):
    (other,) = (each for each in CORES.values() if each is not core)
    for wrong in (None, 5, other.rules({})):
        for make in (
            core.Position,
            lambda rules: core.Position.from_bytes(rules, b""),
            lambda rules: core.Batch(rules, 3),
        ):
            with pytest.raises(TypeError, match="rules"):
                make(wrong)


# --- threads and instruction sets ------------------------------------------------------------


def test_threads_may_step_one_batch():
    many = 4096
    batch = manhattan.Batch(manhattan.rules({"players": 2}), many, seed=1)

    def play():
        actions = np.zeros(many, np.int32)
        for _ in range(60):
            batch.sample(actions)
            try:
                batch.step(actions)
            except IllegalError:  # the other thread was faster
                continue

    players = [threading.Thread(target=play) for _ in range(3)]
    for each in players:
        each.start()
    for each in players:
        each.join()
    for i in range(many):
        manhattan.Position.from_bytes(batch.rules, bytes(batch[i]))


FINDING = """
from importlib import import_module
for name, given in (("manhattan", {"players": 3}), ("tangram_city", {"players": 2})):
    game = import_module(f"baumeister.fast.{name}")
    names = import_module(f"baumeister.fast.{name}.features").NAMES
    policy = [0.37 * (at % 5) - 0.6 for at in range(len(names))]
    position = game.Position(game.rules(given), seed=3)
    position.settle()
    for _ in range(9):
        position.step(position.legal()[len(position.legal()) // 2])
    print(position.search(nodes=1000, seed=1))
    print(position.search(nodes=2000, seed=1, policy=policy, leaf="round"))
    for seed in range(50):
        played = position.copy()
        played.reseed(seed)
        played.playout(policy=policy if seed % 2 else None)
        print(played.points())
import numpy as np
for given in ({}, {"players": 2}, {"players": 2, "urban": True, "variants": ["godzilla"]}):
    rules = import_module("baumeister.fast.manhattan").rules(given)
    batch = import_module("baumeister.fast.manhattan").Batch(rules, 64, 5)
    for lockstep in (True, False):
        points = np.zeros((64, rules.players), np.int16)
        print(batch.playouts(7, points, lockstep=lockstep), points.tolist())
"""


def test_all_instruction_sets_give_the_same_results():
    found = {}
    for isa in ("v2", "v3", "v4"):  # or the best one that this machine supports
        run = subprocess.run(
            [sys.executable, "-c", FINDING],
            env={**os.environ, "BAUMEISTER_ISA": isa},
            capture_output=True,
            text=True,
            check=True,
        )
        found[run.stdout] = isa
    assert len(found) == 1
