"""The arena refuses bots that hold a state, and views that lead to one."""

from __future__ import annotations

from functools import partial

import pytest

from baumeister.arena import UnfairBotError, make_plan
from baumeister.arena.fairness import check_bot, secrets_of
from baumeister.arena.playing import play_given
from baumeister.bots import Decision, make_bot
from baumeister.core.match import Match
from baumeister.fast import manhattan

OPTIONS = {"players": 2, "rounds": 1}
PLAN = make_plan("manhattan", OPTIONS, ["random", "greedy"])
STATE = PLAN.game.new(PLAN.resolved)
MATCH = Match(PLAN.game, PLAN.resolved)


class Fair:
    def __init__(self, **given):
        self.__dict__.update(given)

    def decide(self, view, legal, budget, rng):
        return Decision(legal[0])


class Slotted(Fair):
    __slots__ = ("known",)

    def __init__(self, known):
        self.known = known


class InTheClass(Fair):
    known = STATE


class ByGlobal(Fair):
    def decide(self, view, legal, budget, rng):
        return Decision(MATCH.legal(view.seat)[0])


def by_closure():
    bot, match = Fair(), Match(PLAN.game, PLAN.resolved)
    bot.decide = lambda view, legal, budget, rng: Decision(match.legal(view.seat)[-1])
    return bot


CHEATS = {
    "a state": Fair(state=STATE),
    "a match": Fair(notes={"the table": [MATCH]}),
    "a position of the core": Fair(guess=manhattan.Position(manhattan.rules(OPTIONS), seed=1)),
    "a slot": Slotted((1, (2, STATE))),
    "a bot within": Fair(inner=Fair(inner=Fair(state=STATE))),
    "a method of the match": Fair(peek=MATCH.view),
    "a function that was given one": Fair(peek=partial(PLAN.game.legal, STATE)),
    "the class": InTheClass(),
    "a global": ByGlobal(),
    "a closure": by_closure(),
    "a default": Fair(peek=lambda state=STATE: state),
}


@pytest.mark.parametrize("name", CHEATS)
def test_a_bot_that_holds_a_state_is_refused(name):
    with pytest.raises(UnfairBotError, match="was given a state"):
        play_given(PLAN, 0, 0, [CHEATS[name], make_bot("random", PLAN.game)])


def test_the_refusal_names_the_path():
    with pytest.raises(UnfairBotError, match=r"\.inner\.inner\.state \(State\)"):
        check_bot(CHEATS["a bot within"], secrets_of(PLAN.game, PLAN.resolved))


@pytest.mark.parametrize("code", ["random", "greedy", "search:nodes=2", "1", "5:nodes=2"])
def test_our_own_bots_are_fair(code):
    check_bot(make_bot(code, PLAN.game), secrets_of(PLAN.game, PLAN.resolved))


def test_bots_without_a_state_may_play():
    game = play_given(PLAN, 0, 0, [Fair(), Fair(notes=[1, "two", None])])
    assert sorted(game.ranks) in ([1, 2], [1, 1])


def test_a_view_that_leads_to_a_state_is_refused(monkeypatch):
    class Leak(tuple):
        seat = 0

    monkeypatch.setattr(
        type(PLAN.game), "view", lambda self, state, seat: Leak(((1, 2), {"hidden": state}))
    )
    with pytest.raises(UnfairBotError, match="view leads to a state"):
        play_given(PLAN, 0, 0, [Fair(), Fair()])


@pytest.mark.parametrize("game_id", ["manhattan", "tangram-city"])
def test_no_view_of_a_whole_game_leads_to_a_state(game_id, monkeypatch):
    monkeypatch.setattr("baumeister.arena.playing.SAMPLE", 1)
    plan = make_plan(game_id, {"players": 2}, ["random", "greedy"])
    play_given(plan, 0, 0, [make_bot("random", plan.game)] * 2)
