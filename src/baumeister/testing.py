"""The conformance suite for games: the contract of `core.game`, checked over whole random games.

    from baumeister.testing import check_game
    check_game(game, options, seed=1)

It raises AssertionError at the first promise the game breaks.
"""

from __future__ import annotations

import json
import pickle
import random
from typing import Any, Final

from baumeister.bots import Budget, make_bot
from baumeister.core.chance import CHANCE
from baumeister.core.data import data_of, text_of
from baumeister.core.errors import UnknownSeatError
from baumeister.core.game import AnyGame
from baumeister.core.match import Match
from baumeister.core.registry import known
from baumeister.games.clauses import Clauses, clauses_of
from baumeister.records import Player, Record, check_text, export_for, record_of

MOST: Final = 2000
"""The most actions of one state that are compared; deals can have hundreds of thousands."""
DATA_STEPS: Final = 20
"""Views are converted to data in one of this many states: it is slow for large views."""
BOTS: Final = ("random", "search:nodes=2", "greedy")
BOTS_DECISIONS: Final = 60
"""The decisions made by bots in `check_bots`; the game is finished at random."""


def random_match(
    game: AnyGame, options: Any, seed: object, most: int | None = None
) -> Match[Any, Any, Any, Any]:
    """Play a match uniformly at random, to its end or for `most` decisions of players."""
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
    """Every (state, actor, action) of one random game, simultaneous actors in random order."""
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
    """Play one random game and check the contract at every step, records and generic bots.

    Args:
        game: The game, registered or not.
        options: What `game.options` returns.
        seed: Decides the game that is played: try several.

    Raises:
        AssertionError: The game breaks the contract; the message says how.

    >>> from baumeister.core import find
    >>> game = find("manhattan")
    >>> check_game(game, game.options({"players": 2, "rounds": 1}), seed=1)
    """
    _check_options(game, options)
    steps = random_states(game, options, seed)
    frozen = [pickle.dumps(state) for state, _, _ in steps]
    rng = random.Random(f"{seed}/check")
    tried = [action for _, _, action in steps[:-1]]
    rules = _clauses(game)
    for number, (state, actor, action) in enumerate(steps):
        _check_actors(game, state)
        _check_views(game, state, rng)
        _check_refusals(game, state, rng, tried, rules)
        if number % DATA_STEPS == 0:
            for seat in (None, 0):
                _check_data(game.view(state, seat))
        if action is not None:
            assert game.outcome(state) is None, "an outcome before the end"
            after = steps[number + 1][0]
            assert game.apply(state, actor, action) == after, "apply is not deterministic"
    _check_outcome(game, steps[-1][0], options)
    for (state, _, _), before in zip(steps, frozen, strict=True):
        assert pickle.dumps(state) == before, "an old state has changed"
    check_records(game, options, seed)
    check_bots(game, options, seed)


def check_records(game: AnyGame, options: Any, seed: object) -> None:
    """Write, read, check and export a finished and an unfinished game."""
    with known(game):
        for most in (None, 7):
            record = record_of_random(game, options, seed, most)
            assert check_text(record.dumps()) == record, "a record does not read back"
            for viewer in (None, *range(game.players(options))):
                export = export_for(record, viewer)
                assert len(export.log) == len(record.log)
                assert export.result == record.result


def check_bots(game: AnyGame, options: Any, seed: object) -> None:
    """Let the generic bots decide in turn until the game is over."""
    rng = random.Random(f"{seed}/bots")
    bots = [make_bot(code, game) for code in BOTS]
    match: Match[Any, Any, Any, Any] = Match(game, options)
    match.roll(rng)
    decisions = 0
    while match.actors:
        for seat in match.waiting_for:
            bot = bots[decisions % len(bots) if decisions < BOTS_DECISIONS else 0]
            decision = bot.decide(match.view(seat), match.legal(seat), Budget(), rng)
            match.submit(seat, decision.action)
            decisions += 1
        match.roll(rng)
    assert match.outcome is not None


def _check_options(game: AnyGame, options: Any) -> None:
    data = json.loads(json.dumps(game.options_data(options), allow_nan=False))
    assert game.options(data) == options, "options do not read back from their data"


def _clauses(game: AnyGame) -> Clauses:
    try:
        return clauses_of(game)
    except (FileNotFoundError, ModuleNotFoundError, ValueError) as error:
        package = type(game).__module__.rpartition(".")[0] or "its own package"
        raise AssertionError(f"no readable clauses.en.toml in {package}: {error}") from error


def _check_actors(game: AnyGame, state: Any) -> None:
    actors = game.actors(state)
    players = range(game.players(game.options_of(state)))
    assert actors in ((), (CHANCE,)) or actors == tuple(sorted(set(actors) & set(players)))
    for actor in (CHANCE, *players):
        every = game.legal(state, actor)
        legal = every[:: 1 + len(every) // MOST]
        assert bool(legal) == (actor in actors), f"{actor} with {len(every)} actions"
        assert list(legal) == list(game.legal(state, actor)[:: 1 + len(every) // MOST])
        assert len(set(legal)) == len(legal), "an action is listed twice"
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
    options = game.options_of(state)
    players = range(game.players(options))
    for wrong in (CHANCE, len(players)):
        try:
            game.view(state, wrong)
        except UnknownSeatError:
            continue
        raise AssertionError(f"a view for seat {wrong}, which does not exist")
    for seat in (None, *players):
        view = game.view(state, seat)
        assert view.seat == seat, "view.seat is not the seat"
        assert view.options == options, "view.options are not the options of the state"
        other = game.determinize(view, rng)
        again = game.view(other, seat)
        assert pickle.dumps(again) == pickle.dumps(view), "a state that does not fit its view"
        assert game.actors(other) == game.actors(state)
        if seat is not None:
            assert list(game.legal(other, seat)) == list(game.legal(state, seat))


def _check_data(view: Any) -> None:
    """Views have a form as JSON (for external bots and the service) and as text."""
    try:
        data = data_of(view)
        json.dumps(data, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise AssertionError(f"a view has no form as JSON: {error}") from error
    assert isinstance(data, dict), "a view must have named fields"
    assert text_of(view)


def _check_refusals(
    game: AnyGame, state: Any, rng: random.Random, tried: list[Any], rules: Clauses
) -> None:
    """`legal` lists exactly what `why_not` allows; a refusal names a clause and gives a reason."""
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
            assert refusal.clause in rules.ids(), f"no clause {refusal.clause!r} in the rules"
            assert "{" not in refusal.reason


def _check_outcome(game: AnyGame, state: Any, options: Any) -> None:
    outcome = game.outcome(state)
    assert outcome is not None, "no outcome at the end"
    count = game.players(options)
    assert len(outcome.scores) == len(outcome.ranks) == count
    assert outcome.winners
    assert min(outcome.ranks) == 1
    assert game.standing(state) == game.scored_now(state) == outcome.scores
    assert game.points(state) == outcome.scores
    for one in range(count):
        for other in range(count):
            if outcome.scores[one] > outcome.scores[other]:
                assert outcome.ranks[one] < outcome.ranks[other]
