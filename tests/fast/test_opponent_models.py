"""Searches with opponent models."""

from __future__ import annotations

import pytest

from baumeister.bots.weights import load

compiled = pytest.importorskip("baumeister.fast.manhattan.compiled", exc_type=ImportError)

LEARNED = load("baumeister.bots.manhattan", "policy-3").weights
WORST = [-each for each in LEARNED["policy"]]
"""A policy that prefers the worst decisions."""


@pytest.fixture
def position():
    made = compiled.Position(compiled.rules({"players": 3}), 3)
    made.settle()
    for _ in range(12):
        made.step(made.legal()[0])
    return made


def search(position, policies=(), probabilities=()):
    return position.search(
        nodes=4000,
        policy=LEARNED["policy"],
        value=LEARNED["value"],
        leaf="round",
        seed=4,
        opponent_policies=policies,
        opponent_probabilities=probabilities,
    )


def best_value(found):
    """The value of the best decision and its standard error."""
    at = found.numbers.index(found.best)
    return found.values[at], found.errors[at]


def opponents(position, probabilities):
    return [[] if seat == position.actor else probabilities for seat in range(3)]


def test_opponents_who_follow_the_policy_change_nothing_but_chance(position):
    value, error = best_value(search(position))
    again, other = best_value(search(position, [LEARNED["policy"]], opponents(position, [1])))
    assert abs(value - again) < 5 * (error + other)


def test_weak_opponents_raise_the_value(position):
    value, error = best_value(search(position))
    policies = [LEARNED["policy"], WORST]
    half, _ = best_value(search(position, policies, opponents(position, [1, 1])))
    all_weak, _ = best_value(search(position, policies, opponents(position, [0, 3])))
    assert value + 5 * error < half < all_weak


def test_networks_and_linear_policies_may_be_mixed(position):
    models = [LEARNED["network"], WORST], opponents(position, [0.5, 0.5])
    assert search(position, *models) == search(position, *models)


@pytest.mark.parametrize(
    ("policies", "probabilities", "said"),
    [
        ([WORST], [[1], [1]], "a list for each player"),
        ([WORST], [], "a list for each player"),
        ([], [[1], [1], [1]], "a probability for each opponent policy"),
        ([WORST], [[1, 1], [1], [1]], "a probability for each opponent policy"),
        ([WORST], [[0], [], []], "not all 0"),
        ([WORST], [[-1], [], []], "none below 0"),
        ([WORST], [[float("nan")], [], []], "none below 0"),
        ([WORST], [[float("inf")], [], []], "not all 0"),
        ([WORST[1:]], [[1], [], []], "a policy has 61 weights"),
        ([None], [[1], [], []], "a policy"),
    ],
)
def test_invalid_models_are_refused(position, policies, probabilities, said):
    with pytest.raises(ValueError, match=said):
        search(position, policies, probabilities)


def test_models_need_a_policy(position):
    with pytest.raises(ValueError, match="with a policy"):
        position.search(nodes=10, opponent_policies=[WORST], opponent_probabilities=[[1], [], []])
