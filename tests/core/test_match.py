"""Matches check every action."""

from __future__ import annotations

import random

import pytest

from baumeister import new_match
from baumeister.core import CHANCE
from baumeister.core.errors import (
    BaumeisterError,
    GameOverError,
    IllegalError,
    MalformedError,
    NotYourTurnError,
    StaleError,
    UnknownSeatError,
)
from baumeister.games.manhattan.actions import Build, Choose, Deal, Start, Urban
from baumeister.records import export_for, record_of
from baumeister.testing import random_match


@pytest.fixture
def match():
    found = new_match("manhattan", players=3, start=1)
    found.roll(random.Random(1))
    return found


def choose_all(match):
    for seat in (1, 2, 0):
        match.submit(seat, "choose 4321")


def test_submit_returns_the_new_entries(match):
    (entry,) = match.submit(1, "choose 4321")
    assert str(entry) == "1 choose 4321"
    assert match.version == 5
    assert match.waiting_for == (2,)


def test_actions_may_be_values(match):
    match.submit(1, match.legal(1)[0])
    assert str(match.log[-1]) == f"1 {match.log[-1].action}"


def unchanged(match, error, *arguments, **more):
    before = match.state, list(match.log), dict(match.pending)
    with pytest.raises(error) as caught:
        match.submit(*arguments, **more)
    assert (match.state, match.log, match.pending) == before
    return caught.value


def test_malformed(match):
    error = unchanged(match, MalformedError, 1, "chose 4321")
    assert error.code == "malformed"
    assert error.possible
    unchanged(match, MalformedError, 1, "choose 1234")


def test_illegal_actions_name_the_clause_and_suggestions(match):
    choose_all(match)
    card = match.view(1).hand[0]
    missing = next(k for k in range(1, 10) if k not in match.view(1).hand)
    error = unchanged(match, IllegalError, 1, f"build {missing} A5 4")
    assert error.clause == "M2.3"
    assert str(error).startswith(f"M2.3: card {missing} is not in the hand")
    assert len(error.possible) == 3
    for text in error.possible:
        assert match.game.why_not(match.state, 1, match.game.parse(text)) is None
    assert card


def test_not_your_turn(match):
    error = unchanged(match, NotYourTurnError, 0, "choose 4321")
    assert "waiting for 1" in str(error)
    unchanged(match, NotYourTurnError, CHANCE, "reshuffle")
    unchanged(match, NotYourTurnError, 7, "choose 4321")


class Sub(Build):
    pass


NOT_ACTIONS = [
    5, None, b"choose 4321", object(), ("choose", 4), Sub(5, 22, 1), Build(5, 99, 1),
    Build(5, -1, 1), Build(5, 22, 0), Build(5, 22, 5), Build(0, 22, 1),
    Choose(((None, (4, 4, 0, 0)),)),
    Choose(((None, ("4", "4", "4", "3")),)), Choose(()), Start(-1), Deal(0, (0, 0, 0, 0)),
    Urban(7), Build(5, 22, 1, "\n"),
]  # fmt: skip


@pytest.mark.parametrize("value", NOT_ACTIONS, ids=lambda value: type(value).__name__)
def test_values_that_are_not_actions_are_malformed(match, value):
    """A value is accepted only if its text parses back to it."""
    unchanged(match, MalformedError, 1, value)
    choose_all(match)
    unchanged(match, MalformedError, 1, value)


def test_entries_do_not_print_states(match):
    entries = match.submit(1, "choose 4321")
    assert repr(entries) == "[<Entry 1 choose 4321>]"


@pytest.mark.parametrize("seat", [-1, 3, 99, True, "0", 1.0])
def test_unknown_seats(match, seat):
    """An invalid seat, such as -1, must not see the cards of a valid one."""
    with pytest.raises(UnknownSeatError, match="there is no seat"):
        match.view(seat)
    with pytest.raises(UnknownSeatError):
        match.lines(seat)
    with pytest.raises(UnknownSeatError):
        export_for(record_of(match), seat)


def test_stale(match):
    error = unchanged(match, StaleError, 1, "choose 4321", expected=match.version - 1)
    assert error.code == "stale"
    match.submit(1, "choose 4321", expected=match.version_for(1))


def test_game_over():
    match = random_match(new_match("manhattan").game, new_match("manhattan").state.options, 1)
    error = unchanged(match, GameOverError, 0, "build 5 A5 1")
    assert isinstance(error, BaumeisterError)


def test_chance_actions_are_checked():
    match = new_match("manhattan", players=2)
    match.submit(CHANCE, "start 1")
    unchanged(match, IllegalError, CHANCE, "deal 0 123")
    match.submit(CHANCE, "deal 0 1123")


def secret():
    match = new_match("manhattan", players=3, choice="secret", start=2)
    match.roll(random.Random(1))
    return match


def test_simultaneous_decisions_are_pending_and_may_change():
    match = secret()
    version = match.version
    assert [match.version_for(seat) for seat in (0, 1, 2)] == [version] * 3
    assert match.actors == (0, 1, 2)
    assert match.submit(2, "choose 4321", expected=version) == []
    with pytest.raises(StaleError):  # a repeated message is applied once
        match.submit(2, "choose 4321", expected=version)
    assert match.submit(2, "choose 1111", expected=match.version_for(2)) == []
    assert match.version == version  # pending decisions do not make others stale
    assert match.view(2).trays[2] == (4, 0, 0, 0)  # a player sees their own decision
    assert list(match.legal(2)) == []
    assert match.waiting_for == (0, 1)
    assert match.submit(0, "choose 2222", expected=version) == []
    entries = match.submit(1, "choose 3333", expected=version)
    assert [str(entry) for entry in entries] == [
        "0 choose 2222",
        "1 choose 3333",
        "2 choose 1111",
    ]


def test_order_of_arrival_does_not_matter():
    one, other = secret(), secret()
    for seat in (0, 1, 2):
        one.submit(seat, "choose 4321")
    for seat in (2, 0, 1):
        other.submit(seat, "choose 4321")
    assert one.state == other.state
    assert list(map(str, one.log)) == list(map(str, other.log))


def test_retract():
    match = secret()
    match.submit(2, "choose 4321")
    assert str(match.retract(2)) == "choose 4321"
    assert match.waiting_for == (0, 1, 2)
    with pytest.raises(NotYourTurnError, match="no decision to take back"):
        match.retract(2)
    with pytest.raises(StaleError):  # a late copy of the retracted decision
        match.submit(2, "choose 4321", expected=match.version)


def test_pending_decisions_are_hidden():
    match = secret()
    before = match.view(0), match.lines(0), match.view(None), match.lines(None)
    match.submit(2, "choose 4321")
    assert (match.view(0), match.lines(0), match.view(None), match.lines(None)) == before


def test_copies_are_independent(match):
    other = match.copy()
    seat = other.waiting_for[0]
    other.submit(seat, other.legal(seat)[0])
    assert other.version == match.version + 1
    assert match.waiting_for == (seat,)
    assert match.version_for(seat) < other.version_for(seat)


def test_copies_have_their_own_pending_decisions():
    match = new_match("manhattan", players=3, choice="secret", start=0)
    match.roll(random.Random(1))
    match.submit(0, match.legal(0)[0])
    other = match.copy()
    other.retract(0)
    assert 0 in match.pending
    assert 0 not in other.pending


def test_forget(match):
    """Versions keep counting; forgotten lines are gone."""
    version = match.version
    entries = match.forget()
    assert len(entries) == version
    assert match.version == version
    assert match.forget() == []
    seat = match.waiting_for[0]
    match.submit(seat, match.legal(seat)[0])
    assert match.version == version + 1
    assert len(match.lines(None, since=version)) == 1
    with pytest.raises(ValueError, match="forgotten"):
        match.lines(None)


def test_after_previews_an_action(match):
    seat = match.waiting_for[0]
    action = match.legal(seat)[0]
    after = match.after(seat, action)
    before = match.state
    assert after != before
    match.submit(seat, action)
    assert match.state == after


def test_what_a_copy_has_tried_is_not_computed_again(match):
    seat = match.waiting_for[0]
    first, second = match.legal(seat)[:2]
    draft = match.copy()
    draft.submit(seat, first)
    other = match.copy()
    other.submit(seat, second)
    unchanged(match, IllegalError, seat, "choose 444444")
    match.submit(seat, str(first))
    assert match.state is draft.state
    assert match.view(seat) != other.view(seat)


def test_lines(match):
    choose_all(match)
    assert match.lines(1)[0] == "* start 1"
    assert match.lines(1)[1] == "* deal 0 ????"
    assert "?" not in match.lines(1)[2]
    assert match.lines(None, since=match.version - 1) == ["0 choose 4321"]
