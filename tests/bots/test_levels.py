"""Every level of both games is fair, deterministic, and plays under every option."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from typing import Any

import pytest

from baumeister.bots import Budget, make_bot
from baumeister.core.chance import CHANCE
from baumeister.core.game import AnyGame
from baumeister.core.registry import find, games
from tests.fast.samples import SAMPLES, Sample, swept
from tests.fast.tangram_options import all_options, resolved
from tests.manhattan.combinations import SAMPLE, combination

FEW = Budget(nodes=24)
LEVELS = (1, 2, 3, 4, 5)
LEVEL_CODES = [f"{game_id}:{level}" for game_id in games() for level in LEVELS]


def walked(game: AnyGame, options: Any, steps: int, seed: int) -> Any:
    """A state with a player to move after this many random decisions."""
    rng = random.Random(seed)
    state, decided = game.new(options), 0
    last = state
    while True:
        actor = game.actors(state)[0]
        if actor != CHANCE:
            if decided >= steps:
                return state
            decided += 1
            last = state
        action = (
            game.sample(state, rng) if actor == CHANCE else rng.choice(game.legal(state, actor))
        )
        following = game.apply(state, actor, action)
        if not game.actors(following):
            return last
        state = following


def decided(code: str, game: AnyGame, state: Any, budget: Budget = FEW) -> str:
    seat = game.actors(state)[-1]
    legal = game.legal(state, seat)
    decision = make_bot(code, game).decide(game.view(state, seat), legal, budget, random.Random(5))
    assert decision.action in legal
    return str(decision.action)


def resampled(game: AnyGame, state: Any, seat: int, seed: int) -> Any:
    """Another state with the same view for the seat."""
    return game.determinize(game.view(state, seat), random.Random(seed))


@pytest.mark.parametrize("code", LEVEL_CODES)
def test_decisions_depend_only_on_the_view(code: str) -> None:
    game = find(code.partition(":")[0])
    differed = 0
    for steps, players in [(0, 2), (3, 3), (9, 2), (20, 4), (33, 3)]:
        choice = {"choice": "secret"} if game.id == "manhattan" else {}
        state = walked(game, game.options({"players": players, **choice}), steps, steps)
        other = resampled(game, state, game.actors(state)[-1], 99)
        differed += state != other
        assert decided(code, game, state) == decided(code, game, other)
    assert differed >= 3  # otherwise nothing was hidden and the test proves nothing


ELSEWHERE = """
import json, sys
from tests.bots.test_levels import decided_three_times
import baumeister.games
print(json.dumps([decided_three_times(code) for code in sys.argv[1:]]))
"""


def decided_three_times(code: str) -> list[str]:
    game = find(code.partition(":")[0])
    more = {"choice": "secret", "urban": True} if game.id == "manhattan" else {}
    given = [(0, {}), (7, {"players": 2}), (30, {"players": 3, **more})]
    return [decided(code, game, walked(game, game.options(of), n, n)) for n, of in given]


def decided_elsewhere(codes: list[str], **env: str) -> list[list[str]]:
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, *codes],
        env=env | {"PYTHONPATH": ":".join(filter(None, sys.path))},
        capture_output=True,
        check=True,
    )
    found: list[list[str]] = json.loads(done.stdout)
    return found


def test_another_process_makes_the_same_decisions() -> None:
    codes = ["manhattan:1", "manhattan:5", "tangram-city:2", "tangram-city:5"]
    here = [decided_three_times(code) for code in codes]
    assert decided_elsewhere(codes, PYTHONHASHSEED="77") == here


def test_without_the_core_manhattan_is_played_by_the_same_policy_network() -> None:
    here = [decided_three_times(f"manhattan:{level}") for level in (1, 2, 3)]
    codes = [f"manhattan:{level}" for level in LEVELS]
    *elsewhere, fourth, fifth = decided_elsewhere(codes, BAUMEISTER_CORE="none")
    assert elsewhere == here
    assert fourth == fifth == here[2]


@pytest.mark.parametrize("sample", swept(SAMPLES), ids=str)
def test_every_level_plays_under_sampled_options(sample: Sample) -> None:
    for level in LEVELS:
        code = f"{sample.game.id}:{level}"
        for steps in (0, 6 + level, 25):
            decided(code, sample.game, walked(sample.game, sample.options, steps, level))


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_manhattan_with_every_pair_of_options(level: int) -> None:
    game = find("manhattan")
    for number, point in enumerate(SAMPLE):
        options = combination(point)
        for steps in (0, 5, 17, 40, 80):
            decided(f"{game.id}:{level}", game, walked(game, options, steps, number))


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_tangram_city_with_every_option(level: int) -> None:
    game = find("tangram-city")
    for number, given in enumerate(all_options()):
        for steps in (0, 9, 40):
            state = walked(game, resolved(given), steps, number)
            decided(f"{game.id}:{level}", game, state)
