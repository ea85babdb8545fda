"""OpenSpiel games that begin at a position text."""

from __future__ import annotations

import pickle
import random

import pyspiel
import pytest

from baumeister.core.errors import BaumeisterError
from baumeister.core.position_text import position_text, view_text

from .test_openspiel import LOADABLE, MANHATTAN, load, random_states

ONE_OF_EACH = [LOADABLE[number] for number in (0, 1, 5, 7, 9, 10)]


def begun(sample, game, state):
    """A game that begins where this state is; None in the middle of a composite action."""
    try:
        now = state.data.position.state()
    except ValueError:
        return None
    return game.new_initial_state(position_text(sample.game, now))


@pytest.mark.parametrize("sample", ONE_OF_EACH, ids=str)
def test_a_game_goes_on_from_its_text(sample):
    """Begun anywhere in a game and played along with it, every seat sees the same steps."""
    game, rng = load(sample), random.Random(1)
    seats = range(game.num_players())
    along, began = [], 0
    for state in random_states(game, 2):
        for started, other in along:
            for number in state.history()[started + len(other.history()) :]:
                other.apply_action(number)
            assert other.current_player() == state.current_player()
            assert other.legal_actions() == state.legal_actions()
            for seat in seats:
                words = state.data.history.text(seat).split(" ")
                assert other.data.history.text(seat).split() == words[started:]
                assert other.observation_tensor(seat) == state.observation_tensor(seat)
        at = len(state.history())
        if (at < 12 or rng.random() < 0.05) and (other := begun(sample, game, state)):
            began += 1
            along = [*along[-2:], (at, other)]
    assert began > 8
    for _, other in along:
        assert other.is_terminal()
        assert other.returns() == state.returns()


@pytest.mark.parametrize("sample", [LOADABLE[1], LOADABLE[10]], ids=str)
def test_copies_keep_the_beginning(sample):
    game = load(sample)
    *_, last = random_states(game, 4, most=30)
    state = begun(sample, game, last)
    state.apply_action(state.legal_actions()[-1])
    for again in (
        state.clone(),
        pickle.loads(pickle.dumps(state)),
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
    ):
        assert again.history() == state.history()
        for seat in range(game.num_players()):
            assert again.information_state_string(seat) == state.information_state_string(seat)
            assert again.information_state_tensor(seat) == state.information_state_tensor(seat)


@pytest.mark.parametrize("sample", [LOADABLE[1], LOADABLE[10]], ids=str)
def test_what_a_seat_knows_does_not_depend_on_what_is_hidden(sample):
    game, differed = load(sample), 0
    for state in random_states(game, 6, most=40):
        if not state.is_player_node() or not (one := begun(sample, game, state)):
            continue
        seat = state.current_player()
        other = begun(sample, game, state.resample_from_infostate(seat, random.Random(3).random))
        assert one.information_state_string(seat) == other.information_state_string(seat)
        assert one.information_state_tensor(seat) == other.information_state_tensor(seat)
        differed += one.data.position != other.data.position
    assert differed


def test_texts_that_are_no_beginning():
    sample = LOADABLE[6]
    game = load(sample)
    *_, state = random_states(game, 4, most=30)
    now = state.data.position.state()
    with pytest.raises(BaumeisterError, match="is a view"):
        game.new_initial_state(view_text(sample.game, sample.game.view(now, 0)))
    with pytest.raises(BaumeisterError, match="other options"):
        pyspiel.load_game(f"{MANHATTAN}(players=3)").new_initial_state(
            position_text(sample.game, now)
        )
    with pytest.raises(BaumeisterError, match="position"):
        game.new_initial_state("chess")
