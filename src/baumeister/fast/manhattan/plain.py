"""Manhattan over the readable engine (`fast/plain.py`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from baumeister.core.chance import CHANCE
from baumeister.core.tuples import replaced
from baumeister.fast import plain
from baumeister.fast.errors import ArgumentError, NoCoreError
from baumeister.fast.manhattan import numbers, policy_network
from baumeister.fast.manhattan.features import NAMES
from baumeister.fast.manhattan.networks import POLICY_WEIGHTS
from baumeister.fast.manhattan.observation import LENGTH, encode
from baumeister.fast.numbering import Rules, options_of, tuples
from baumeister.games.manhattan import MANHATTAN, Options, Phase, State
from baumeister.games.manhattan.actions import Action, Choose, Reshuffle
from baumeister.games.manhattan.board import DISTRICTS, built
from baumeister.games.manhattan.rules import builds, choices, forfeits
from baumeister.games.manhattan.scoring import player_scores
from baumeister.games.manhattan.setup import blocks_of, minus, plus, selections, setup_for


def rules(options: Options | Mapping[str, Any] | None = None) -> Rules:
    """The rules for these options, given as such or as plain data."""
    return _rules(options_of(MANHATTAN, options))


@lru_cache(maxsize=64)
def _rules(options: Options) -> Rules:
    return Rules(MANHATTAN, options, options.players, numbers.count(options), LENGTH)


Batch = plain.NoBatch


class Position(plain.PlainPosition[State]):
    """A position of Manhattan over the readable engine."""

    __slots__ = ()

    game = MANHATTAN

    _action = staticmethod(numbers.action_of)
    _wanted = staticmethod(numbers.wanted)
    _encode = staticmethod(encode)

    def logits(self, policy: Sequence[float]) -> list[float]:
        if len(policy) == len(NAMES):
            raise NoCoreError("linear policies")
        if len(policy) != POLICY_WEIGHTS:
            raise ArgumentError(f"a policy has {POLICY_WEIGHTS} or {len(NAMES)} weights")
        if self.actor < 0:
            return []
        state = self._partial(self._state, self._parts) if self._parts else self._state
        actions = [
            numbers.part_of(state, self.actor, number, len(self._parts)) for number in self.legal()
        ]
        return policy_network.logits(policy, state, self.actor, actions)

    @staticmethod
    def _legal(state: State, player: int, parts: Sequence[int]) -> list[int]:
        setup = state.setup
        actions: Sequence[Action] = ()
        if state.phase == Phase.BUILD:
            actions = builds(state) or forfeits(state)
        elif state.options.choice == "one-by-one":
            actions = choices(state, player)
        if actions:
            return sorted(
                number for action in actions for number in numbers.numbers_of(state, player, action)
            )
        supply = state.supplies[setup.colours[player][len(parts)]]
        return [
            numbers.choice_number(floors) for floors in selections(supply, setup.options.blocks)
        ]

    @staticmethod
    def _chance(state: State, parts: Sequence[int]) -> list[tuple[int, int]]:
        if state.phase in (Phase.DEAL, Phase.DRAW):
            counts = ((card, count - parts.count(card)) for card, count in enumerate(state.pile))
            return [(card, count) for card, count in counts if count]
        if state.phase == Phase.DISTRICTS:
            return [(each, 1) for each in range(len(DISTRICTS)) if each not in parts]
        return [
            (numbers.numbers_of(state, CHANCE, action)[0], weight)
            for action, weight in MANHATTAN.chance(state)
        ]

    @staticmethod
    def _partial(state: State, parts: Sequence[int]) -> State:
        if state.phase == Phase.DISTRICTS:
            return state._replace(opening=tuple(parts))
        if state.phase == Phase.DEAL:
            hand = tuple(sorted(number + 1 for number in parts))
            pile = tuple(count - parts.count(card) for card, count in enumerate(state.pile))
            return state._replace(hands=replaced(state.hands, state.turn, hand), pile=pile)
        player = MANHATTAN.actors(state)[0]  # has chosen blocks for the first of two colours
        part = numbers.part_of(state, player, parts[0])
        assert isinstance(part, Choose)
        blocks = blocks_of(part.blocks[0][1])
        return state._replace(
            supplies=replaced(state.supplies, player, minus(state.supplies[player], blocks)),
            trays=replaced(state.trays, player, plus(state.trays[player], blocks)),
        )

    @staticmethod
    def _normalized(state: State) -> State:
        """Reshuffling is not a step of its own (M2.7); round scores are not kept."""
        if state.phase == Phase.RESHUFFLE:
            state = MANHATTAN.apply(state, CHANCE, Reshuffle())
        return state._replace(rounds=()) if state.rounds else state

    @staticmethod
    def _ends_with_draw(state: State) -> bool:
        return state.phase == Phase.DRAW

    @staticmethod
    def _points(state: State) -> Sequence[int]:
        return player_scores(state.options, state.scores)

    @staticmethod
    def _data(state: State) -> Any:
        data = state._asdict()
        data["buildings"] = [building.blocks for building in state.buildings]
        del data["setup"]
        return data

    @staticmethod
    def _read(rules: Rules, data: Any) -> State:
        data = {name: tuples(value) for name, value in data.items()}
        data["phase"] = Phase(data["phase"])
        data["buildings"] = tuple(map(built, data["buildings"]))
        return State(setup=setup_for(rules.options), **data)
