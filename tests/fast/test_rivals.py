"""Searches that are told of which kinds the others are."""

from __future__ import annotations

import pytest

from baumeister.bots.weights import load

compiled = pytest.importorskip("baumeister.fast.manhattan.compiled", exc_type=ImportError)

LEARNED = load("baumeister.bots.manhattan", "policy-3").weights
ODD = [-each for each in LEARNED["policy"]]
"""Does what is worst for it."""


@pytest.fixture
def position():
    made = compiled.Position(compiled.rules({"players": 3}), 3)
    made.settle()
    for _ in range(12):
        made.step(made.legal()[0])
    return made


def searched(position, **told):
    known = {"policy": LEARNED["policy"], "value": LEARNED["value"], "leaf": "round", "seed": 4}
    return position.search(nodes=4000, **known, **told)


def worth_of_best(found):
    at = found.numbers.index(found.best)
    return found.values[at], found.errors[at]


def others(position, shares):
    return [[] if seat == position.actor else shares for seat in range(3)]


def test_rivals_who_follow_the_policy_change_nothing_but_chance(position):
    value, error = worth_of_best(searched(position))
    again, off = worth_of_best(
        searched(
            position,
            opponent_policies=[LEARNED["policy"]],
            opponent_probabilities=others(position, [1]),
        )
    )
    assert abs(value - again) < 5 * (error + off)


def test_rivals_who_do_their_worst_are_good_to_have(position):
    value, error = worth_of_best(searched(position))
    told = {"opponent_policies": [LEARNED["policy"], ODD]}
    half, _ = worth_of_best(
        searched(position, **told, opponent_probabilities=others(position, [1, 1]))
    )
    odd, _ = worth_of_best(
        searched(position, **told, opponent_probabilities=others(position, [0, 3]))
    )
    assert value + 5 * error < half < odd


def test_nets_and_sums_may_both_be_kinds(position):
    shares = others(position, [0.5, 0.5])
    first = searched(
        position, opponent_policies=[LEARNED["network"], ODD], opponent_probabilities=shares
    )
    assert first == searched(
        position, opponent_policies=[LEARNED["network"], ODD], opponent_probabilities=shares
    )


@pytest.mark.parametrize(
    ("policies", "probabilities", "said"),
    [
        ([ODD], [[1], [1]], "a list for each player"),
        ([ODD], [], "a list for each player"),
        ([], [[1], [1], [1]], "a probability for each opponent policy"),
        ([ODD], [[1, 1], [1], [1]], "a probability for each opponent policy"),
        ([ODD], [[0], [], []], "not all 0"),
        ([ODD], [[-1], [], []], "none below 0"),
        ([ODD], [[float("nan")], [], []], "none below 0"),
        ([ODD], [[float("inf")], [], []], "not all 0"),
        ([ODD[1:]], [[1], [], []], "a policy has 61 weights"),
        ([None], [[1], [], []], "a policy"),
    ],
)
def test_what_is_told_of_rivals_must_make_sense(position, policies, probabilities, said):
    with pytest.raises(ValueError, match=said):
        searched(position, opponent_policies=policies, opponent_probabilities=probabilities)


def test_rivals_without_a_policy_are_refused(position):
    with pytest.raises(ValueError, match="with a policy"):
        position.search(nodes=10, opponent_policies=[ODD], opponent_probabilities=[[1], [], []])
