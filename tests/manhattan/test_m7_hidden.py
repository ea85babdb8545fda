"""M7: hidden information does not leak."""

from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baumeister.core import CHANCE
from baumeister.core.errors import SubmitError
from baumeister.core.match import Match
from baumeister.games.manhattan import MANHATTAN, Phase
from baumeister.records import Player, export_for, loads, match_of, record_of
from baumeister.testing import random_match, random_states, record_of_random

from .positions import any_options, options, play

seeds = st.integers(0, 10**9)


def indistinguishable(state, seat, rng):
    """A random state with the same view for this seat."""
    return MANHATTAN.determinize(MANHATTAN.view(state, seat), rng)


@given(any_options(), seeds, st.integers(0, 10**6))
def test_m7_nothing_depends_on_hidden_information(chosen, seed, moment):
    """M7: views, legal actions and refusals are byte-identical."""
    steps = random_states(MANHATTAN, chosen, seed)
    state, _, _ = steps[moment % len(steps)]
    rng = random.Random(seed)
    for seat in (None, *range(chosen.players)):
        other = indistinguishable(state, seat, rng)
        assert pickle.dumps(MANHATTAN.view(other, seat)) == pickle.dumps(
            MANHATTAN.view(state, seat)
        )
        if seat is None:
            continue
        assert list(MANHATTAN.legal(other, seat)) == list(MANHATTAN.legal(state, seat))
        for _, _, action in steps[:-1:7]:
            if type(action).__name__ in ("Build", "Choose", "Forfeit"):
                assert MANHATTAN.why_not(other, seat, action) == MANHATTAN.why_not(
                    state, seat, action
                )


def with_other_hidden_card(record, viewer):
    """The same game with another hidden card in an opponent's hand, or None.

    The last card that an opponent drew and still holds is exchanged for one in the pile.
    """
    state = match_of(record).state
    for index in range(len(record.log) - 1, -1, -1):
        words = record.log[index].split(" ")
        if words[1] == "reshuffle":
            return None
        later = record.log[index + 1 :]
        if words[1] != "draw" or int(words[2]) == viewer:
            continue
        if any(line.startswith((f"{words[2]} build", f"{words[2]} forfeit")) for line in later):
            continue
        others = [k for k in range(1, 10) if state.pile[k - 1] and str(k) != words[3]]
        if others:
            line = f"* draw {words[2]} {others[0]}"
            log = (*record.log[:index], line, *later)
            return loads(record.dumps()).__class__(
                record.game_id, record.options, record.players, log
            )
    return None


@given(any_options(), seeds, st.integers(5, 60))
def test_m7_exports_do_not_depend_on_hidden_cards(chosen, seed, most):
    """M7: exports and match lines are byte-identical for games that differ in hidden cards."""
    record = record_of_random(MANHATTAN, chosen, seed, most)
    for viewer in range(chosen.players):
        other = with_other_hidden_card(record, viewer)
        if other is None:
            continue
        assert other.log != record.log
        assert (
            export_for(other, viewer).dumps()
            == export_for(
                record.__class__(record.game_id, record.options, record.players, record.log), viewer
            ).dumps()
        )
        assert match_of(other).lines(viewer) == match_of(record).lines(viewer)


def test_m7_hands_and_draws_are_question_marks_for_others():
    record = record_of_random(MANHATTAN, options(players=3), 4)
    for viewer in (None, 0, 1, 2):
        for line in export_for(record, viewer).log:
            words = line.split(" ")
            if words[1] in ("deal", "draw"):
                assert ("?" in line) == (int(words[2]) != viewer)
            else:
                assert "?" not in line


def test_m7_secret_trays_are_hidden_until_all_have_chosen():
    state = MANHATTAN.new(options(players=2, choice="secret"))
    state = play(state, "* start 0", "* deal 0 1234", "* deal 1 1234")
    state = play(state, "0 choose orange 4321 yellow 1111")
    for seat in (1, None):
        view = MANHATTAN.view(state, seat)
        assert view.trays == ((0, 0, 0, 0),) * 4
        assert view.supplies == ((11, 6, 4, 3),) * 4
        assert view.chosen == (True, False)
    own = MANHATTAN.view(state, 0)
    assert own.trays[0] == (1, 1, 1, 1)
    after = play(state, "1 choose blue 2222 purple 2222")
    assert MANHATTAN.view(after, None).trays[0] == (1, 1, 1, 1)


def test_m7_secret_choices_in_the_export_of_an_unfinished_game():
    match = Match(MANHATTAN, options(players=2, choice="secret", start=0))
    match.roll(random.Random(1))
    match.submit(0, "choose orange 4321 yellow 1111")
    players = [Player(0, "A"), Player(1, "B")]
    assert not any("choose" in line for line in match.lines(0))  # pending in the match
    record = record_of(match, players)
    log = record.log
    assert log[-1] == "0 choose orange 4321 yellow 1111"  # the full record has it
    assert match_of(record).pending == match.pending
    assert export_for(record, 1).log[-1] == "0 choose orange ???? yellow ????"
    assert export_for(record, None).log[-1] == "0 choose orange ???? yellow ????"
    assert export_for(record, 0).log[-1] == log[-1]
    log = (*log, "1 choose blue 2222 purple 2222")
    record = record.__class__(record.game_id, record.options, record.players, log)
    assert export_for(record, 1).log == (*export_for(record, 1).log[:-2], *log[-2:])


def test_m7_the_state_has_no_order_of_the_pile():
    """M7: the order of the pile cannot leak, because it does not exist."""
    state = random_match(MANHATTAN, options(urban=True), 1, 20).state
    assert len(state.pile) == 9
    assert list(state.urban_pile) == [n for n in MANHATTAN.new(options(urban=True)).urban_pile
                                      if n in state.urban_pile]  # fmt: skip


def test_m7_errors_reveal_only_the_own_hand():
    match = random_match(MANHATTAN, options(players=2), 3, 6)
    (seat,) = match.actors
    other = 1 - seat
    with pytest.raises(SubmitError) as caught:
        match.submit(other, "build 5 A5 1 orange")
    assert "hand" not in str(caught.value)


@given(any_options(), seeds)
def test_m7_determinize_uses_exactly_the_unseen_cards(chosen, seed):
    """M7: every unseen card is in a hand or in the pile, and no other card is."""
    steps = random_states(MANHATTAN, chosen, seed)
    state, _, _ = steps[seed % len(steps)]
    view = MANHATTAN.view(state, 0)
    other = MANHATTAN.determinize(view, random.Random(seed))
    held = [sum(hand.count(k) for hand in other.hands[1:]) for k in range(1, 10)]
    assert tuple(n + p for n, p in zip(held, other.pile, strict=True)) == view.unseen


def test_m7_determinize_is_uniform():
    state = MANHATTAN.new(options(players=2))
    state = play(state, "* start 0", "* deal 0 1111", "* deal 1 9999")
    rng = random.Random(2)
    view = MANHATTAN.view(state, 0)
    count = [0] * 10
    for _ in range(3000):
        for card in MANHATTAN.determinize(view, rng).hands[1]:
            count[card] += 1
    for card in range(1, 10):
        expected = 12000 * view.unseen[card - 1] / sum(view.unseen)
        assert abs(count[card] - expected) < 5 * expected**0.5 + 1


def test_m7_views_do_not_contain_the_state():
    state = random_match(MANHATTAN, options(), 1, 9).state
    view = MANHATTAN.view(state, 2)
    assert type(view).__name__ == "View"
    hidden = {str(hand) for player, hand in enumerate(state.hands) if player != 2}
    assert str(state.hands[2]) in repr(view)
    assert not any(hand in repr(view) for hand in hidden if hand != str(state.hands[2]))
    assert view.phase == Phase.BUILD
    assert CHANCE not in MANHATTAN.actors(state)
