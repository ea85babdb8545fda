"""The replies to a move, the position after them, and how the game ends with a board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import comb
from random import Random
from typing import Any, NamedTuple

from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.result import Reason
from baumeister.bots.manhattan.lasting import Unseen, cards_for
from baumeister.bots.manhattan.reasons import changes
from baumeister.games.manhattan.actions import Build
from baumeister.games.manhattan.board import CARDS
from baumeister.games.manhattan.rules import apply, legal, scoring_now, standing
from baumeister.games.manhattan.scoring import final_outcome
from baumeister.games.manhattan.state import Phase, State
from baumeister.games.manhattan.view import View


class Ended(NamedTuple):
    """The end of the game after a reply."""

    points: tuple[int, ...]
    shares: tuple[float, ...]
    """By seat, the share of the win: 1 for a single winner."""
    reason: str
    """What decides: `points`, `highest` or `majorities`, or the win is `shared`."""

    @property
    def winner(self) -> int | None:
        """The single winner."""
        return self.shares.index(1.0) if 1.0 in self.shares else None


def ended(state: State) -> Ended:
    """The end of the game if the deciding round is over with this board, by M3.5."""
    points = standing(state)
    scores = [*points, *[0] * (len(state.options.colours) - len(points))]  # of the first colours
    found = final_outcome(state.options, state.buildings, scores, ())
    shares = tuple(float(rank == 1) / found.ranks.count(1) for rank in found.ranks)
    return Ended(points, shares, found.reason)


def answered(state: State, actor: int, reply: Build) -> State:
    """The board if this opponent built at once, whatever their cards and whose turn it is."""
    hands = tuple((reply.card,) if each == actor else () for each in range(state.setup.players))
    return apply(state._replace(phase=Phase.BUILD, turn=actor, hands=hands), actor, reply)


@lru_cache(maxsize=8)
def state_of(question: Question) -> State:
    """A state that fits the question."""
    found: State = question.game.determinize(question.view, Random(0))
    return found


def after_move(question: Question, move: Any) -> State:
    """The position right after the move; of None, before any."""
    state = state_of(question)
    return state if move is None else apply(state, question.seat, move)


class Reply(NamedTuple):
    """A build of an opponent right after a move."""

    seat: int
    site: int
    floors: int
    gains: tuple[int, ...]
    """Points by seat that it changes, if the round were scored then."""
    chance: float
    """That the opponent holds a card for the site."""
    build: Build

    @property
    def place(self) -> tuple[int, int]:
        return self.seat, self.site


@lru_cache(maxsize=256)  # the best move is compared with many others
def replies(question: Question, move: Any) -> tuple[Reply, ...]:
    """Everything that an opponent may build right after the move, whoever's turn it is."""
    after = after_move(question, move)
    had = standing(after)
    return tuple(
        Reply(
            opponent,
            build.site,
            build.floors,
            tuple(now - before for now, before in zip(standing(then), had, strict=True)),
            chance,
            build,
        )
        for opponent, build, chance in _builds(question, after)
        for then in (answered(after, opponent, build),)
    )


def takes_over(question: Question, move: Any, reply: Reply) -> bool:
    """Whether a reply takes a building from somebody."""
    return owner_of(after_move(question, move), reply.site) not in (None, reply.seat)


def owner_of(state: State, site: int) -> int | None:
    """The seat that owns the building on a site; None if there is none."""
    building = state.buildings[site]
    return state.setup.owner(building.owner) if building.height else None


def changes_by(question: Question, move: Any, reply: Reply) -> list[Reason]:
    """What a reply changes: what the player loses and what the opponent gains."""
    board = after_move(question, move)
    then = answered(board, reply.seat, reply.build)
    return [
        each
        for each in changes(board, scoring_now(board), scoring_now(then))[::-1]
        if each.get("from") == question.seat or each.get("seat") == reply.seat
    ]


def has_block_for(question: Question, move: Build, state: State, site: int) -> bool:
    """Whether the player can build on a site after a move, with a card that stays in hand."""
    hand = list(question.view.hand)
    hand.remove(move.card)
    if not {*hand} & {*cards_for(state, question.seat, site)}:
        return False
    return any(
        count and size >= state.buildings[site].least[colour]
        for colour in state.setup.colours[question.seat]
        for size, count in enumerate(state.trays[colour], start=1)
    )


def _builds(question: Question, state: State) -> Iterator[tuple[int, Build, float]]:
    unseen = held(question.view)
    cards = tuple(card for card in CARDS if unseen is None or unseen[card - 1])
    for opponent in range(state.setup.players):
        if opponent == question.seat or not blocks_left(state, opponent):
            continue
        hands = tuple(cards if each == opponent else () for each in range(state.setup.players))
        asked = state._replace(phase=Phase.BUILD, turn=opponent, hands=hands)
        for build in legal(asked, opponent):
            if isinstance(build, Build):
                yield opponent, build, chance_of(question.view, state, [(opponent, build.site)])


def chance_of(view: View, state: State, places: list[tuple[int, int]]) -> float:
    """The chance that an opponent holds a card for one of these sites, all of one opponent."""
    unseen = held(view)
    if unseen is None:
        return 1.0
    cards = {card for opponent, site in places for card in cards_for(state, opponent, site)}
    hidden, right, hand = sum(unseen), sum(unseen[card - 1] for card in cards), len(view.hand)
    return 1.0 - comb(hidden - right, hand) / comb(hidden, hand) if hidden >= hand else 1.0


def held(view: View) -> Unseen:
    """The number of each card that opponents may hold until the end of the round; None if played
    cards may come back by then."""
    return view.unseen if view.turns - 1 <= view.pile_size else None


def is_last_block(state: State, seat: int) -> bool:
    """Whether a player has one block left for the round."""
    return blocks_left(state, seat) == 1


def blocks_left(state: State, seat: int) -> int:
    """How many blocks a player has left for the round."""
    return sum(sum(state.trays[colour]) for colour in state.setup.colours[seat])
