"""Information states: no leaks and perfect recall (M7, T2.1, T2.2)."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest

import baumeister.envs.openspiel  # noqa: F401  (registers the games)
from baumeister.envs.episode import observe
from tests.fast.samples import swept

from .test_openspiel import LOADABLE, MANHATTAN, TANGRAM_CITY, load, random_states

TANGRAM_CITIES = [sample for sample in LOADABLE if sample.game.id == "tangram-city"]


def known(state, seat):
    """Everything a seat can observe of a state."""
    return (
        state.information_state_string(seat),
        state.information_state_tensor(seat),
        state.observation_string(seat),
        state.observation_tensor(seat),
    )


@pytest.mark.parametrize("sample", swept(LOADABLE), ids=str)
def test_hidden_actions_do_not_change_what_a_seat_knows(sample):
    """After two different actions from one state, a seat that sees the action can tell the states
    apart, and a seat that does not see it cannot."""
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


@pytest.mark.parametrize("sample", swept(LOADABLE), ids=str)
def test_perfect_recall(sample):
    """What a seat has seen stays visible, and its own decisions always are."""
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


@pytest.mark.parametrize("sample", swept(TANGRAM_CITIES), ids=str)
def test_t2_1_visible_cards_are_those_of_the_view(sample):
    game = load(sample)
    for state in random_states(game, 11):
        try:
            now = state.data.position.state()
        except ValueError:  # in the middle of a deal
            continue
        for seat in range(game.num_players()):
            cards = sample.game.view(now, seat).cards
            words = state.information_state_string(seat).split(" ")
            dealt = [word == "*?" for word in words if word.startswith("*")]
            assert dealt[len(dealt) - len(cards) :] == [card is None for card in cards]


def test_m7_hands_are_visible_to_their_holder_only():
    game = pyspiel.load_game(f"{MANHATTAN}(players=3,start=0)")
    state = game.new_initial_state()
    for number in (0, *[4] * 4, *[5] * 4, *[6] * 4):
        state.apply_action(number)
    hidden = "*? *? *? *?"
    assert state.information_state_string(0) == f"p0 *0 *4 *4 *4 *4 {hidden} {hidden}"
    assert state.information_state_string(2) == f"p2 *0 {hidden} {hidden} *6 *6 *6 *6"


def test_m7_secret_choices_are_revealed_when_everyone_has_chosen():
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


def test_t2_1_cards_are_revealed_in_time():
    """T2.1 for two players: everyone sees the first card, the holder of the pillar the third, the
    other player the fourth, nobody the second; everyone sees a card when it is played."""
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


@pytest.mark.parametrize("sample", swept(LOADABLE), ids=str)
def test_resampled_states_share_the_information_state(sample):
    """`resample_from_infostate` gives states for search that must not see hidden cards."""
    game, rng = load(sample), random.Random(9)
    differed = 0
    for state in random_states(game, 9):
        if not state.is_player_node() or rng.random() < 0.94:
            continue
        seat = state.current_player()
        try:
            sampled = state.resample_from_infostate(seat, rng.random)
        except ValueError:  # in the middle of a composite action, on the readable engine
            continue
        assert known(sampled, seat) == known(state, seat)
        assert sampled.legal_actions() == state.legal_actions()
        for other in set(range(game.num_players())) - {seat}:
            differed += sampled.observation_tensor(other) != state.observation_tensor(other)
        while not sampled.is_terminal():
            sampled.apply_action(rng.choice(sampled.legal_actions()))
            if sampled.is_player_node():
                assert sampled.information_state_string()
        assert len(sampled.returns()) == game.num_players()
    assert differed or sample.game.id == "tangram-city"


@pytest.mark.parametrize("sample", LOADABLE[::3], ids=str)
def test_readable_engine_can_determinize(sample):
    position = sample.position(seed=1)
    position.settle()
    sampled = position.determinize(position.actor, seed=2)
    assert sampled.actor == position.actor
    np.testing.assert_array_equal(
        observe(sampled, position.actor), observe(position, position.actor)
    )
