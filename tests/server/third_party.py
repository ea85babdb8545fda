"""A game that brings only its rules, and the worker process of a service that has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from baumeister.core.chance import CHANCE
from baumeister.core.errors import MalformedError, OptionsError, Refusal
from baumeister.core.game import Game
from baumeister.core.outcome import Outcome, ranks_by
from baumeister.core.plugin import Plugin
from baumeister.core.registry import games, register
from baumeister.server.work import worker

NAME = "take-away"
PLAYERS = 6


@dataclass(frozen=True)
class Options:
    players: int = PLAYERS
    stones: int = 8


class State(NamedTuple):
    """Neither `options` nor `rounds`: the contract does not ask for them."""

    chosen: Options
    stones: int
    turn: int = CHANCE
    taken: tuple[int, ...] = ()


@dataclass(frozen=True)
class View:
    seat: int | None
    options: Options
    stones: int
    taken: tuple[int, ...]


class TakeAway(Game[Options, State, str, View]):
    """Take one or two stones in turn; every stone is a point."""

    id = NAME
    rules_version = 1

    def options(self, given: Mapping[str, Any]) -> Options:
        try:
            return Options(**given)
        except TypeError:
            raise OptionsError("players", "there are only players and stones") from None

    def options_data(self, options: Options) -> dict[str, Any]:
        return {"players": options.players, "stones": options.stones}

    def players(self, options: Options) -> int:
        return options.players

    def sides(self, options: Options) -> None:
        del options

    def new(self, options: Options) -> State:
        return State(options, options.stones, taken=(0,) * options.players)

    def options_of(self, state: State) -> Options:
        return state.chosen

    def actors(self, state: State) -> tuple[int, ...]:
        return (state.turn,) if state.stones else ()

    def legal(self, state: State, actor: int) -> Sequence[str]:
        if actor not in self.actors(state):
            return []
        if actor == CHANCE:
            return [f"start {player}" for player in range(state.chosen.players)]
        return [f"take {count}" for count in (1, 2) if count <= state.stones]

    def apply(self, state: State, actor: int, action: str) -> State:
        count = int(action.split()[1])
        if actor == CHANCE:
            return state._replace(turn=count)
        taken = tuple(had + count * (seat == actor) for seat, had in enumerate(state.taken))
        turn = (actor + 1) % len(taken)
        return state._replace(stones=state.stones - count, turn=turn, taken=taken)

    def why_not(self, state: State, actor: int, action: str) -> Refusal | None:
        if action in self.legal(state, actor):
            return None
        return Refusal("1", "you may take one or two stones")

    def outcome(self, state: State) -> Outcome | None:
        return None if state.stones else Outcome(state.taken, ranks_by(state.taken), "stones")

    def standing(self, state: State) -> tuple[int, ...]:
        return state.taken

    def chance(self, state: State) -> Sequence[tuple[str, int]]:
        return [(action, 1) for action in self.legal(state, CHANCE)]

    def view(self, state: State, seat: int | None) -> View:
        return View(seat, state.chosen, state.stones, state.taken)

    def determinize(self, view: View, rng: Any, /) -> State:
        del rng
        turn = CHANCE if view.seat is None else view.seat
        return State(view.options, view.stones, turn, view.taken)

    def moment(self, state: State) -> int:
        del state
        return 0

    def seen(self, made: Any, actor: int, action: str, viewer: int | None, now: State) -> str:
        del made, actor, viewer, now
        return action

    def parse(self, text: str) -> str:
        word, _, number = text.partition(" ")
        if word not in ("take", "start") or not number.isdecimal():
            raise MalformedError(f"{text!r} is no action")
        return text

    def record_schema(self) -> dict[str, Any]:
        numbers = {"players": {"type": "integer"}, "stones": {"type": "integer"}}
        return {"options": {"type": "object", "properties": numbers}}


def register_game() -> None:
    """Register the game in this process."""
    if NAME not in games():
        register(Plugin(TakeAway(), title="Take Away"))


if __name__ == "__main__":
    register_game()
    worker.main()
