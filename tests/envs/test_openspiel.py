"""OpenSpiel's own tests, and properties they do not check."""

from __future__ import annotations

import pickle
import random
import unittest

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

import baumeister.envs.openspiel  # noqa: F401  (registers the games)
from baumeister.envs.openspiel.parameters import to_parameters
from tests.fast.samples import SAMPLES, of_manhattan, swept

MANHATTAN, TANGRAM_CITY = "python_baumeister_manhattan", "python_baumeister_tangram_city"
LOADABLE = [sample for sample in SAMPLES if "tiles" not in sample.given]


def load(sample):
    """The OpenSpiel game of a sample."""
    name = MANHATTAN if sample.game.id == "manhattan" else TANGRAM_CITY
    return pyspiel.load_game(name, to_parameters(sample.game, sample.given))


def simulate(game):
    """OpenSpiel's Python test: utilities, pickles, copies."""
    from open_spiel.python.tests import games_sim_test  # slow to import

    games_sim_test.GamesSimTest().sim_game(game)


def random_states(game, seed, most=10**6):
    """The states of a random game, from the first to the last."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        if state.is_chance_node():
            numbers, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(numbers, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("sample", swept(LOADABLE[::2]), ids=str)
def test_random_sim(sample):
    """OpenSpiel's basic C++ test: copies, masks, histories, tensors."""
    pyspiel.random_sim_test(load(sample), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", [f"{MANHATTAN}(players=2)", f"{TANGRAM_CITY}(players=1)"])
def test_random_sim_with_serialisation(name):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("sample", swept(LOADABLE), ids=str)
def test_game_sim(sample):
    simulate(load(sample))


@pytest.mark.parametrize("sample", LOADABLE[::3], ids=str)
def test_api(sample):
    """OpenSpiel's test of the whole API on part of the game tree."""
    from open_spiel.integration_tests import api_test  # slow to import

    game = load(sample)
    named = {"game": game, "game_name": game.get_type().short_name}
    case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), named)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert result.wasSuccessful(), result.failures + result.errors


@pytest.mark.slow
@pytest.mark.parametrize("sample", LOADABLE, ids=str)
def test_many_simulations(sample):
    game = load(sample)
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)
    for _ in range(10):
        simulate(game)


def test_game_strings():
    game = pyspiel.load_game(f"{MANHATTAN}(players=2,variants=godzilla/anti-trust,tie_break=no)")
    options = game.rules.options
    assert (options.players, options.tie_break) == (2, False)
    assert options.variants == ("godzilla", "anti-trust")
    assert pyspiel.load_game(MANHATTAN).rules.options == of_manhattan().options
    assert pyspiel.load_game(str(game)).rules.options == options
    assert pyspiel.load_game(f"{MANHATTAN}(sides=0/1/3,players=3)").rules.options.sides == (0, 1, 3)
    with pytest.raises(ValueError, match="'tie_break': must be yes or no"):
        pyspiel.load_game(MANHATTAN, {"tie_break": "perhaps"})


@pytest.mark.parametrize("sample", swept(LOADABLE), ids=str)
def test_game_length(sample):
    """M2, T2: the number of decisions is exact, the number of chance nodes a maximum."""
    game = load(sample)
    *_, last = random_states(game, 3)
    chances = sum(step.player == pyspiel.PlayerId.CHANCE for step in last.full_history())
    assert len(last.history()) - chances == game.max_game_length()
    news = sample.given.get("urban", False)  # the card hidden by fake news may not appear (M4.11)
    assert game.max_chance_nodes_in_history() - chances in ((0, 1) if news else (0,))
    assert all(
        step.action < game.max_chance_outcomes()
        for step in last.full_history()
        if step.player == pyspiel.PlayerId.CHANCE
    )
    assert game.min_utility() <= min(last.returns())
    assert max(last.returns()) <= game.max_utility()


def test_chance_probabilities():
    """M1.6: five cards of each number, drawn one by one."""
    state = pyspiel.load_game(f"{MANHATTAN}(start=2)").new_initial_state()
    assert state.chance_outcomes() == [(2, 1.0)]
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 2) == "start 2"
    state.apply_action(2)
    assert state.chance_outcomes() == [(card, 5 / 45) for card in range(9)]
    state.apply_action(8)
    assert state.chance_outcomes() == [*((card, 5 / 44) for card in range(8)), (8, 4 / 44)]


def test_solo_returns_are_points():
    """T5.4: in units of 200."""
    game = pyspiel.load_game(f"{TANGRAM_CITY}(players=1)")
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    *_, last = random_states(game, 1)
    assert last.returns() == [last.data.position.points()[0] / 200]


@pytest.mark.parametrize("name", [MANHATTAN, TANGRAM_CITY])
def test_serialisation_round_trip(name):
    game = pyspiel.load_game(name)
    *_, state = random_states(game, 4, most=60)
    for again in (
        pickle.loads(pickle.dumps(state)),
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
    ):
        assert again.history() == state.history()
        for seat in range(game.num_players()):
            assert again.information_state_string(seat) == state.information_state_string(seat)
            assert again.observation_tensor(seat) == state.observation_tensor(seat)


def test_copies_are_independent():
    game = pyspiel.load_game(MANHATTAN)
    *_, state = random_states(game, 4, most=40)
    before = str(state), state.information_state_string(0)
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert (str(state), state.information_state_string(0)) == before
    assert str(copy).startswith(before[0])


@pytest.mark.parametrize("name", [MANHATTAN, TANGRAM_CITY])
def test_observer_pieces(name):
    game = pyspiel.load_game(name)
    *_, state = random_states(game, 4, most=45)
    observer = make_observation(game)
    observer.set_from(state, 1)
    assert observer.dict["player"].tolist()[:2] == [0, 1]
    np.testing.assert_array_equal(observer.tensor, state.observation_tensor(1))
    number = observer.dict["round"].item()
    assert number > 0
    assert f"round 0:{number:g};" in observer.string_from(state, 1)
    recalling = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    recalling.set_from(state, 1)
    np.testing.assert_array_equal(recalling.tensor, state.information_state_tensor(1))
    np.testing.assert_array_equal(recalling.tensor[: len(observer.tensor)], observer.tensor)
    assert np.count_nonzero(recalling.dict["course"]) == len(state.history())
    private = pyspiel.IIGObservationType(public_info=False, perfect_recall=False)
    assert make_observation(game, private) is None
    with pytest.raises(ValueError, match="no parameters"):
        make_observation(game, params={"x": 1})


def test_action_strings():
    """In the middle of a composite action the string is only a number."""
    game = pyspiel.load_game(f"{MANHATTAN}(players=2)")
    words = set()
    for state in random_states(game, 2):
        if state.is_player_node():
            number = state.legal_actions()[0]
            words.add(state.action_to_string(state.current_player(), number).split(" ")[0])
    assert {"choose", "build"} <= words
    assert any(word.isdigit() for word in words)
