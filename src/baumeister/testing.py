"""The conformance suite: what every game must hold, checked over whole random games.

    from baumeister.testing import check_game
    check_game(game, options, seed=1)

It raises AssertionError at the first promise of `core.game` that the game breaks.
"""

from __future__ import annotations

import pickle
import random
from typing import Any, Final

from baumeister.core.chance import CHANCE
from baumeister.core.errors import UnknownSeatError
from baumeister.core.game import AnyGame
from baumeister.core.match import Match
from baumeister.core.registry import known
from baumeister.records import Player, Record, check_text, export_for, record_of

MOST: Final = 2000  # of very many actions only so many are looked at


def random_match(
    game: AnyGame, options: Any, seed: object, most: int | None = None
) -> Match[Any, Any, Any, Any]:
    """A match of uniformly random play, to its end or for so many decisions of players."""
    rng = random.Random(str(seed))
    match = Match(game, options)
    match.roll(rng)
    decisions = 0
    while match.actors and decisions != most:
        for seat in match.waiting_for:
            legal = match.legal(seat)
            match.submit(seat, legal[int(rng.random() * len(legal))])
            decisions += 1
        match.roll(rng)
    return match


def random_states(game: AnyGame, options: Any, seed: object) -> list[tuple[Any, int, Any]]:
    """Every (state, actor, action) of one random game, several actors in random order."""
    rng = random.Random(str(seed))
    state = game.new(options)
    steps = []
    while actors := game.actors(state):
        actor = actors[int(rng.random() * len(actors))]
        if actor == CHANCE:
            action = game.sample(state, rng)
        else:
            legal = game.legal(state, actor)
            action = legal[int(rng.random() * len(legal))]
        steps.append((state, actor, action))
        state = game.apply(state, actor, action)
    return [*steps, (state, CHANCE, None)]


def record_of_random(game: AnyGame, options: Any, seed: object, most: int | None = None) -> Record:
    """The record of a random match."""
    players = [
        Player(seat, f"random {seat}", "bot:random") for seat in range(game.players(options))
    ]
    return record_of(random_match(game, options, seed, most), players)


def check_game(game: AnyGame, options: Any, seed: object) -> None:
    """One random game, every promise of the contract held at every step."""
    steps = random_states(game, options, seed)
    frozen = [pickle.dumps(state) for state, _, _ in steps]
    rng = random.Random(f"{seed}/check")
    tried = [action for _, _, action in steps[:-1]]
    for number, (state, actor, action) in enumerate(steps):
        _check_actors(game, state)
        _check_views(game, state, rng)
        _check_refusals(game, state, rng, tried)
        if action is not None:
            assert game.outcome(state) is None, "an outcome before the end"
            after = steps[number + 1][0]
            assert game.apply(state, actor, action) == after, "apply is not deterministic"
    _check_outcome(game, steps[-1][0], options)
    for (state, _, _), before in zip(steps, frozen, strict=True):
        assert pickle.dumps(state) == before, "an old state has changed"
    check_records(game, options, seed)


def check_records(game: AnyGame, options: Any, seed: object) -> None:
    """A whole and a broken-off game: write, read, check, export."""
    with known(game):
        for most in (None, 7):
            record = record_of_random(game, options, seed, most)
            assert check_text(record.dumps()) == record, "a record does not read back"
            for viewer in (None, *range(game.players(options))):
                export = export_for(record, viewer)
                assert len(export.log) == len(record.log)
                assert export.result == record.result


def _check_actors(game: AnyGame, state: Any) -> None:
    actors = game.actors(state)
    players = range(game.players(game.options_of(state)))
    assert actors in ((), (CHANCE,)) or actors == tuple(sorted(set(actors) & set(players)))
    for actor in (CHANCE, *players):
        every = game.legal(state, actor)
        legal = every[:: 1 + len(every) // MOST]  # deals may be hundreds of thousands
        assert bool(legal) == (actor in actors), f"{actor} with {len(every)} actions"
        assert list(legal) == list(game.legal(state, actor)[:: 1 + len(every) // MOST])
        assert len(set(legal)) == len(legal), "an action twice"
        for action in legal[:: 1 + len(legal) // 40]:
            assert game.parse(str(action)) == action, f"{action} does not read back"
            assert game.why_not(state, actor, action) is None, f"{action} is legal and refused"
    if actors == (CHANCE,):
        every, outcomes = game.legal(state, CHANCE), game.chance(state)
        assert len(outcomes) == len(every)
        outcomes = outcomes[:: 1 + len(every) // MOST]
        assert [action for action, _ in outcomes] == list(every[:: 1 + len(every) // MOST])
        assert all(type(weight) is int and weight > 0 for _, weight in outcomes)


def _check_views(game: AnyGame, state: Any, rng: random.Random) -> None:
    players = range(game.players(game.options_of(state)))
    for wrong in (CHANCE, len(players)):
        try:
            game.view(state, wrong)
        except UnknownSeatError:
            continue
        raise AssertionError(f"a view for seat {wrong}, which there is not")
    for seat in (None, *players):
        view = game.view(state, seat)
        other = game.determinize(view, rng)
        again = game.view(other, seat)
        assert pickle.dumps(again) == pickle.dumps(view), "a state that does not fit its view"
        assert game.actors(other) == game.actors(state)
        if seat is not None:
            assert list(game.legal(other, seat)) == list(game.legal(state, seat))


def _check_refusals(game: AnyGame, state: Any, rng: random.Random, tried: list[Any]) -> None:
    """`legal` is exactly what `why_not` lets through; a refusal names a clause and says why."""
    actors = game.actors(state)
    players = range(game.players(game.options_of(state)))
    actor = (CHANCE, *players)[int(rng.random() * (len(players) + 1))]
    actor = actors[0] if actors and rng.random() < 0.7 else actor
    legal = game.legal(state, actor)
    for _ in range(6):
        action = tried[int(rng.random() * len(tried))]
        refusal = game.why_not(state, actor, action)
        assert (refusal is None) == (action in legal), f"{actor} {action}: {refusal}"
        if refusal:
            assert refusal.clause
            assert "{" not in refusal.reason


def _check_outcome(game: AnyGame, state: Any, options: Any) -> None:
    outcome = game.outcome(state)
    assert outcome is not None, "no outcome at the end"
    count = game.players(options)
    assert len(outcome.scores) == len(outcome.ranks) == count
    assert outcome.winners
    assert min(outcome.ranks) == 1
    assert game.standing(state) == outcome.scores
    for one in range(count):
        for other in range(count):
            if outcome.scores[one] > outcome.scores[other]:
                assert outcome.ranks[one] < outcome.ranks[other]
