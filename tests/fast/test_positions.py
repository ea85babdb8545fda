"""Position modules: of our games by plug-in, of any other game the generic one."""

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

import pytest

from baumeister.core.chance import CHANCE
from baumeister.core.errors import Refusal
from baumeister.core.game import Game
from baumeister.core.outcome import Outcome, ranks_by
from baumeister.core.registry import find
from baumeister.fast import OVER, manhattan, tangram_city
from baumeister.fast.errors import IllegalNumberError, NoCoreError, UnsupportedError
from baumeister.fast.positions import positions_of


class State(NamedTuple):
    players: int
    die: int = 0
    bids: tuple[int, ...] = ()
    hidden: bool = False


class Bidding(Game[int, State, str, Any]):
    """A die is rolled; everybody bids up to it at the same time; the highest bid wins."""

    id = "bidding"
    rules_version = 1

    def options(self, given: Mapping[str, Any]) -> int:
        return int(given.get("players", 3))

    def options_data(self, options: int) -> dict[str, Any]:
        return {"players": options}

    def players(self, options: int) -> int:
        return options

    def sides(self, options: int) -> None:
        return None

    def new(self, options: int) -> State:
        return State(options, bids=(-1,) * options)

    def options_of(self, state: State) -> int:
        return state.players

    def actors(self, state: State) -> tuple[int, ...]:
        if not state.die:
            return (CHANCE,)
        return tuple(player for player, bid in enumerate(state.bids) if bid < 0)

    def legal(self, state: State, actor: int) -> list[str]:
        return [f"bid {n}" for n in range(state.die)] if actor in self.actors(state) else []

    def chance(self, state: State) -> list[tuple[str, int]]:
        return [(f"roll {n}", 7 - n) for n in range(1, 7)]

    def apply(self, state: State, actor: int, action: str) -> State:
        number = int(action.split()[1])
        if actor == CHANCE:
            return state._replace(die=number)
        bids = tuple(number if seat == actor else bid for seat, bid in enumerate(state.bids))
        return state._replace(bids=bids)

    def why_not(self, state: State, actor: int, action: str) -> Refusal | None:
        return None if action in self.legal(state, actor) else Refusal("B1", "too high a bid")

    def outcome(self, state: State) -> Outcome | None:
        if self.actors(state):
            return None
        return Outcome(state.bids, ranks_by(state.bids), "bids")

    def standing(self, state: State) -> tuple[int, ...]:
        return tuple(max(bid, 0) for bid in state.bids)

    def view(self, state: State, seat: int | None) -> State:
        bids = tuple(min(b, 0) if s != seat and self.actors(state) else b
                     for s, b in enumerate(state.bids))  # fmt: skip
        return state._replace(bids=bids, hidden=True)

    def determinize(self, view: State, rng: Any) -> State:
        bids = tuple(b if b else int(rng.random() * view.die) for b in view.bids)
        return view._replace(bids=bids, hidden=False)

    def moment(self, state: State) -> int:
        return state.die

    def seen(self, made: Any, actor: int, action: str, viewer: int | None, now: State) -> str:
        return action

    def parse(self, text: str) -> str:
        return text

    def record_schema(self) -> dict[str, Any]:
        return {}


GAME = Bidding()


@pytest.fixture
def module():
    return positions_of(GAME)


def test_our_games_bring_modules_of_their_own():
    assert positions_of(find("manhattan")) is manhattan
    assert positions_of(find("tangram-city")) is tangram_city
    for module in (manhattan, tangram_city):
        rules = module.rules()
        position = module.Position(rules, 1)
        position.settle()
        state, actor = position.state(), position.actor
        number = position.legal()[0]
        assert module.GAME.options_of(state) == rules.options
        assert sum(field.length for field in module.fields(rules)) == rules.observation
        assert module.text(state, actor, number)
        if module.wanted(state) == 1:
            action = module.action_of(state, actor, [number])
            assert module.numbers_of(state, actor, action) == (number,)


def test_any_other_game_gets_the_generic_module(module):
    assert positions_of(GAME) is module
    assert module.GAME is GAME
    assert module.rules({"players": 2}) is module.rules({"players": 2})


def test_a_generic_position_plays_a_game(module):
    position = module.Position(module.rules(), seed=5)
    assert position.actor == CHANCE
    assert position.legal() == [0, 1, 2, 3, 4, 5]
    assert position.weights() == [6, 5, 4, 3, 2, 1]
    position.apply(3)
    assert (position.actor, position.legal()) == (0, [0, 1, 2, 3])
    with pytest.raises(IllegalNumberError):
        position.apply(4)
    for player, bid in enumerate((1, 3, 0)):
        assert position.actor == player  # simultaneous decisions, in player order
        position.step(bid)
    assert (position.actor, position.legal()) == (OVER, [])
    assert position.points() == position.standing() == [1, 3, 0]
    assert position.ranks() == [2, 1, 3]


def test_numbers_are_indexes_into_the_legal_actions(module):
    position = module.Position(module.rules(), seed=5)
    roll = module.action_of(position.state(), CHANCE, [4])
    assert (roll, module.numbers_of(position.state(), CHANCE, roll)) == ("roll 5", (4,))
    position.apply(4)
    state = position.state()
    assert (module.wanted(state), module.text(state, 0, 2)) == (1, "bid 2")
    assert module.numbers_of(state, 0, "bid 2") == (2,)
    with pytest.raises(ValueError, match="from 0 to 4"):
        module.action_of(state, 0, [5])


def test_a_generic_position_is_copied_reseeded_and_determinized(module):
    position = module.Position(module.rules(), seed=5)
    position.settle()
    position.step(0)
    other = position.copy()
    assert position.playout() == other.playout() == 2
    assert position.points() == other.points()
    state = State(3, 6, (4, -1, -1))
    seen = {
        module.Position.of(module.rules(), state).determinize(1, seed).state().bids[0]
        for seed in range(40)
    }
    assert len(seen) > 1
    assert GAME.determinize(GAME.view(state, 0), Random(1)).bids[0] == 4


def test_what_the_generic_module_cannot_know_is_a_clear_error(module):
    rules = module.rules()
    position = module.Position(rules)
    for ask in (lambda: rules.actions, lambda: rules.observation, lambda: module.fields(rules)):
        with pytest.raises(UnsupportedError, match="bidding has no"):
            ask()
    with pytest.raises(UnsupportedError, match="positions as bytes"):
        bytes(position)
    with pytest.raises(NoCoreError):
        module.Batch(rules, 4)
    with pytest.raises(NoCoreError):
        position.search(nodes=10)
    with pytest.raises(TypeError, match="not rules of bidding"):
        module.Position(manhattan.rules())
