"""Information states: nothing a seat may not know, and all that it has known (M7, T2.1, T2.2)."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest

import baumeister.envs.openspiel  # noqa: F401  (makes the games known)
from baumeister.envs.play import observed

from .test_openspiel import LOADABLE, MANHATTAN, TANGRAM_CITY, load, random_states

TANGRAM_CITIES = [sample for sample in LOADABLE if sample.game.id == "tangram-city"]


def known(state, seat):
    """All that a seat is told."""
    return (
        state.information_state_string(seat),
        state.information_state_tensor(seat),
        state.observation_string(seat),
        state.observation_tensor(seat),
    )


@pytest.mark.untraced
@pytest.mark.parametrize("sample", LOADABLE, ids=str)
def test_a_step_that_a_seat_does_not_see_changes_nothing_for_it(sample):
    """Two ways to go on from one state: who is told the same of the step is told the same of
    everything. And who sees the step tells them apart."""
    game, rng = load(sample), random.Random(5)
    hidden = 0
    for state in random_states(game, 5):
        if state.is_terminal() or len(numbers := state.legal_actions()) < 2:
            continue
        if rng.random() < 0.5:
            continue
        one, other = (state.child(number) for number in rng.sample(numbers, 2))
        for seat in range(game.num_players()):
            sees = "?" not in one.information_state_string(seat).split(" ")[-1]
            hidden += not sees
            if sees:
                assert one.information_state_string(seat) != other.information_state_string(seat)
                assert one.information_state_tensor(seat) != other.information_state_tensor(seat)
            else:
                assert known(one, seat) == known(other, seat)
    assert hidden or game.num_players() == 1


@pytest.mark.untraced
@pytest.mark.parametrize("sample", LOADABLE, ids=str)
def test_nothing_is_forgotten(sample):
    """Perfect recall: what was seen once is seen ever after, and own decisions always are."""
    game = load(sample)
    for seat in range(game.num_players()):
        before = []
        for state in random_states(game, 7):
            seen = state.information_state_string(seat).split(" ")[1:]
            seen = [] if seen == [""] else seen
            assert len(seen) == len(state.history())
            for then, now in zip(before, seen, strict=False):
                assert then == now or then.endswith("?")
            own = [step for step in seen if step.startswith(f"{seat}:")]
            assert not any(step.endswith("?") for step in own)
            before = seen


@pytest.mark.parametrize("sample", TANGRAM_CITIES, ids=str)
def test_t2_1_the_cards_that_a_seat_sees_are_those_of_its_view(sample):
    game = load(sample)
    for state in random_states(game, 11):
        try:
            now = state.table.position.state()
        except ValueError:  # half dealt
            continue
        for seat in range(game.num_players()):
            cards = sample.game.view(now, seat).cards
            words = state.information_state_string(seat).split(" ")
            dealt = [word == "*?" for word in words if word.startswith("*")]
            assert dealt[len(dealt) - len(cards) :] == [card is None for card in cards]


def test_m7_hands_are_seen_by_their_holder_only():
    game = pyspiel.load_game(f"{MANHATTAN}(players=3,start=0)")
    state = game.new_initial_state()
    for number in (0, *[4] * 4, *[5] * 4, *[6] * 4):
        state.apply_action(number)
    hidden = "*? *? *? *?"
    assert state.information_state_string(0) == f"p0 *0 *4 *4 *4 *4 {hidden} {hidden}"
    assert state.information_state_string(2) == f"p2 *0 {hidden} {hidden} *6 *6 *6 *6"


def test_m7_a_secret_choice_comes_out_when_all_have_chosen():
    game = pyspiel.load_game(f"{MANHATTAN}(players=3,choice=secret)")
    for state in random_states(game, 0):
        choices = [step.action for step in state.full_history() if step.player >= 0]
        if len(choices) == 2:
            assert state.information_state_string(0).split(" ")[-2:] == [f"0:{choices[0]}", "1:?"]
            assert state.information_state_string(2).split(" ")[-2:] == ["0:?", "1:?"]
        if len(choices) == 3:
            shown = [f"{seat}:{number}" for seat, number in enumerate(choices)]
            assert state.information_state_string(1).split(" ")[-3:] == shown
            return


def test_t2_1_cards_are_seen_when_they_may_be():
    """T2.1 for two players: the first by all, the third by the holder of the pillar, the fourth
    by the other, the second by nobody; each by all when it is played."""
    game = pyspiel.load_game(f"{TANGRAM_CITY}(players=2,printed_field=False,start=0)")
    state = game.new_initial_state()
    for number in (0, 3, 5, 7, 9):
        state.apply_action(number)
    assert state.information_state_string(0) == "p0 *0 *3 *? *7 *?"
    assert state.information_state_string(1) == "p1 *0 *3 *? *? *9"
    state.apply_action(392)
    assert state.information_state_string(1) == "p1 *0 *3 *? *? *9 0:?"
    state.apply_action(392)
    assert state.information_state_string(1) == "p1 *0 *3 *5 *? *9 0:392 1:392"


@pytest.mark.parametrize("sample", LOADABLE, ids=str)
def test_a_guess_is_what_the_seat_cannot_tell_from_the_truth(sample):
    """For search that does not look at others' cards."""
    game, rng = load(sample), random.Random(9)
    differed = 0
    for state in random_states(game, 9):
        if not state.is_player_node() or rng.random() < 0.93:
            continue
        seat = state.current_player()
        try:
            guess = state.resample_from_infostate(seat, rng.random)
        except ValueError:  # a plain position half-way
            continue
        assert known(guess, seat) == known(state, seat)
        assert guess.legal_actions() == state.legal_actions()
        for other in set(range(game.num_players())) - {seat}:
            differed += guess.observation_tensor(other) != state.observation_tensor(other)
        while not guess.is_terminal():
            guess.apply_action(rng.choice(guess.legal_actions()))
            if guess.is_player_node():
                assert guess.information_state_string()
        assert len(guess.returns()) == game.num_players()
    assert differed or sample.game.id == "tangram-city"


@pytest.mark.parametrize("sample", LOADABLE[::3], ids=str)
def test_positions_over_the_readable_engine_can_be_guessed_too(sample):
    position = sample.position(seed=1)
    position.settle()
    guess = position.determinize(position.actor, seed=2)
    assert guess.actor == position.actor
    np.testing.assert_array_equal(
        observed(guess, position.actor), observed(position, position.actor)
    )
