"""Undo: possible if nothing hidden was revealed and everybody agrees."""

from __future__ import annotations

import random
from typing import Any

import pytest

from baumeister.core.match import Match
from baumeister.server.tables import commands as c
from baumeister.server.tables.decisions import undo
from baumeister.server.tables.errors import TableError
from baumeister.server.tables.folding.snapshots import EVERY
from baumeister.server.tables.recorded import record_of_table
from baumeister.server.tables.viewer import User
from tests.server.desk import ADA, BOB, CAT, EVE, Desk, everything, many, me, new, two

PEOPLE = (ADA, BOB, CAT)


def _turn(desk: Desk) -> tuple[int, User]:
    seat = desk.table.owing[0]
    return seat, PEOPLE[seat]


def test_a_choice_of_blocks_is_undone_if_all_agree() -> None:
    desk = many(3)
    before = desk.table.match.state
    versions = [desk.table.version_for(seat) for seat in range(3)]
    first, user = _turn(desk)
    desk.act(user, first)
    second, other = _turn(desk)
    desk.act(other, second)
    desk.do(user, c.Ask("undo", first))
    third = 3 - first - second
    desk.do(other, c.Answer(second, True))
    assert desk.table.match.state != before, "not before the last has agreed"
    desk.do(PEOPLE[third], c.Answer(third, True))
    assert desk.table.match.state == before
    assert desk.table.owing == (first,)
    assert desk.table.proposal is None
    after = [desk.table.version_for(seat) for seat in range(3)]
    assert min(after) > max(versions), "a version never comes again"
    assert everything(desk.refolded(), 0) == everything(desk.table, 0)
    desk.play(dict(enumerate(PEOPLE)), random.Random(1))
    assert desk.table.match.outcome is not None


def test_a_proposal_can_be_declined_or_withdrawn() -> None:
    desk = many(3)
    seat, user = _turn(desk)
    desk.act(user, seat)
    for answering in ((seat + 1) % 3, seat):
        desk.do(user, c.Ask("undo", seat))
        with pytest.raises(TableError, match="already a proposal: undo"):
            desk.do(PEOPLE[answering], c.Ask("pause", answering))
        desk.do(PEOPLE[answering], c.Answer(answering, False))
        assert desk.table.proposal is None
    with pytest.raises(TableError, match="no proposal to answer"):
        desk.do(user, c.Answer(seat, True))


def test_the_proposer_does_not_agree_twice() -> None:
    desk = many(3)
    seat, user = _turn(desk)
    desk.act(user, seat)
    desk.do(user, c.Ask("undo", seat))
    with pytest.raises(TableError, match="there is no proposal to answer"):
        desk.do(user, c.Answer(seat, True))


def test_a_decision_ends_the_proposal() -> None:
    desk = many(3)
    seat, user = _turn(desk)
    desk.act(user, seat)
    desk.do(user, c.Ask("undo", seat))
    following, other = _turn(desk)
    desk.act(other, following)
    assert desk.table.proposal is None


@pytest.mark.parametrize("matter", ["undo", "pause"])
def test_leaving_ends_the_proposal(matter: str) -> None:
    """Otherwise it would wait for an answer that nobody can give."""
    desk = many(3)
    seat, user = _turn(desk)
    desk.act(user, seat)
    desk.do(user, c.Ask(matter, seat))  # type: ignore[arg-type]
    after = [(seat + 1) % 3, (seat + 2) % 3]
    desk.do(PEOPLE[after[0]], c.Answer(after[0], True))
    desk.do(PEOPLE[after[1]], c.Resign(after[1]))
    assert desk.table.proposal is None
    desk.do(user, c.Ask("pause", seat))
    desk.do(PEOPLE[after[0]], c.Answer(after[0], True))
    assert desk.table.paused


def test_one_person_with_several_seats_agrees_once() -> None:
    seats = (*me(2), c.SeatPlan("open"))
    desk = Desk(new(options={"players": 3, "rounds": 1}, seats=seats))
    desk.do(BOB, c.Sit(2, invite="the-invitation"))
    holders = (ADA, ADA, BOB)
    seat = desk.table.owing[0]
    desk.act(holders[seat], seat)
    desk.do(ADA, c.Ask("pause", 0))
    desk.do(BOB, c.Answer(2, True))
    assert desk.table.paused


def test_an_account_and_its_adopted_guest_are_one_person() -> None:
    desk = Desk(new(seats=(c.SeatPlan("open"),) * 2))
    desk.do(ADA, c.Sit(0))
    desk.do(BOB, c.Sit(1, invite="the-invitation"))
    both = User("ada", frozenset(["ada", "bob"]), "Ada")
    desk.do(both, c.Ask("pause", 0))
    assert desk.table.paused


def test_bots_agree_silently() -> None:
    seats = (*me(), c.SeatPlan("bot", bot="random"))
    desk = Desk(new(seats=seats))
    while desk.table.owing == (1,):
        desk.bots_act()
    before = desk.table.match.state
    desk.act(ADA, 0)
    desk.do(ADA, c.Ask("undo", 0))
    assert desk.table.match.state == before


def test_no_undo_of_a_secret_choice_that_was_revealed() -> None:
    desk = many(3, options={"players": 3, "rounds": 1, "choice": "secret"})
    for seat, user in enumerate(PEOPLE):
        desk.act(user, seat)
    for seat, user in enumerate(PEOPLE):
        with pytest.raises(TableError, match="no undo"):
            desk.do(user, c.Ask("undo", seat))


def _solo() -> Desk:
    desk = Desk(new(game="tangram-city", options={"players": 1}))
    desk.act(ADA, 0)  # the side of the board; then the first cards are dealt
    return desk


def test_in_solo_tangram_city_everything_can_be_taken_back() -> None:
    desk = _solo()
    states = [desk.table.match.state]
    for _ in range(3):  # the third card is turned over meanwhile
        desk.act(ADA, 0)
        states.append(desk.table.match.state)
    for state in reversed(states[:-1]):
        desk.do(ADA, c.Ask("undo", 0))
        assert desk.table.match.state == state
    desk.do(ADA, c.Ask("undo", 0))
    assert desk.choice(0).startswith("side"), "even the choice of the board's side"


@pytest.mark.parametrize("last", [0, 1])
def test_no_undo_if_others_decided_at_the_same_time(last: int) -> None:
    desk = two(game="tangram-city", options={"players": 2})
    for seat in (0, 1):
        desk.act(PEOPLE[seat], seat)
    for seat in (1 - last, last):
        desk.act(PEOPLE[seat], seat)
    for seat, reason in ((0, "hidden information has been revealed"), (1, "others have decided")):
        with pytest.raises(TableError, match=reason):
            desk.do(PEOPLE[seat], c.Ask("undo", seat))


def test_an_undo_needs_a_decision() -> None:
    desk = two()
    for seat, user in ((0, ADA), (1, BOB)):
        with pytest.raises(TableError, match="no decision to take back"):
            desk.do(user, c.Ask("undo", seat))


def test_chance_after_an_undo_still_matches_the_commitment() -> None:
    from baumeister.records import check_text

    desk = two()
    seat, user = _turn(desk)
    desk.act(user, seat)
    desk.do(user, c.Ask("undo", seat))
    desk.do(PEOPLE[1 - seat], c.Answer(1 - seat, True))
    desk.play({0: ADA, 1: BOB}, random.Random(3))
    assert check_text(record_of_table(desk.table, None).dumps()).result is not None


def test_a_stranger_is_not_asked() -> None:
    desk = two()
    seat, user = _turn(desk)
    desk.act(user, seat)
    desk.do(user, c.Ask("undo", seat))
    with pytest.raises(TableError):
        desk.do(EVE, c.Answer(1 - seat, True))
    assert desk.table.proposal is not None


# --- what an undo costs ---------------------------------------------------------------


def _long_game() -> Desk:
    """Ada alone with a bot, some way into a game."""
    seats = (*me(), c.SeatPlan("bot", bot="random"))
    desk = Desk(new(options={"players": 2, "rounds": 4}, seats=seats))
    while desk.table.story.lines < 60:
        desk.play({0: ADA}, random.Random(1), most=1)
    return desk


def test_an_undo_does_not_replay_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = _long_game()
    submitted = []
    real = Match.submit

    def counted(self: Any, *given: Any) -> Any:
        submitted.append(given)
        return real(self, *given)

    monkeypatch.setattr(Match, "submit", counted)
    desk.do(ADA, c.Ask("undo", 0))
    assert desk.table.take_backs == 1
    assert len(submitted) <= 2 * EVERY  # once to decide on it, once to apply it
    monkeypatch.undo()
    assert everything(desk.refolded(), 0) == everything(desk.table, 0)


def test_undo_after_undo_reaches_the_beginning() -> None:
    desk = _long_game()
    while any(actor == 0 for actor, _, _ in desk.table.story.game_lines()):
        desk.do(ADA, c.Ask("undo", 0))
    fresh = Match(desk.table.game, desk.table.game.options_of(desk.table.match.state))
    for actor, action, _ in desk.table.story.game_lines():
        fresh.submit(actor, action)
    assert desk.table.match.state == fresh.state
    desk.play({0: ADA}, random.Random(2))
    assert desk.table.match.outcome is not None
    assert everything(desk.refolded(), 0) == everything(desk.table, 0)


def test_undos_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undo, "MAX_UNDOS", 3)
    desk = _long_game()
    for _ in range(3):
        desk.do(ADA, c.Ask("undo", 0))
    with pytest.raises(TableError, match="there have been 3"):
        desk.do(ADA, c.Ask("undo", 0))
