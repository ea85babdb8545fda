"""Information-set Monte Carlo tree search over the contract of a game, in plain Python.

It needs nothing but the rules, so it plays any game. Every simulation samples a state that fits
the view (determinization), descends a tree of players' actions by UCB1 with availability counts
(Cowling, Powley and Whitehouse, 2012), adds one node and plays the rest at random. The tree is
open-loop: chance is sampled on the way down and has no nodes. Players who decide at the same time
do so in player order, after the searching seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log, sqrt
from time import perf_counter
from typing import Any, Final, NamedTuple

from baumeister.bots.bot import Budget
from baumeister.core.chance import CHANCE, Rng, pick
from baumeister.core.game import AnyGame
from baumeister.core.outcome import ranks_by, win_shares

EXPLORATION: Final = 0.5
MOST_ACTIONS: Final = 250
"""Of more legal actions an evenly spaced part is searched."""
MOST_STEPS: Final = 5000
"""A playout this long is broken off and scored as it stands."""


class End(NamedTuple):
    """How a simulation ended, by player."""

    shares: tuple[float, ...]
    """Shares of the win."""
    points: tuple[int, ...]


class SeatMean(NamedTuple):
    """The mean result of one seat."""

    shares: float
    points: float


class RootAction(NamedTuple):
    """The statistics of one action at the root."""

    action: Any
    visits: int
    value: float
    """Mean share of the win; in a solo game the mean points, scaled to 0 to 1."""
    error: float
    """Standard error of the value."""
    points: float
    """Mean points of the searching seat at the end."""
    points_error: float
    seats: tuple[SeatMean, ...]
    """The means of every seat."""


class Found(NamedTuple):
    """The result of a search."""

    actions: list[RootAction]
    """Those that were tried, most visits first."""
    simulations: int

    @property
    def best(self) -> RootAction:
        return self.actions[0]


class Mean:
    """A running mean with its standard error."""

    __slots__ = ("count", "squares", "total")

    def __init__(self) -> None:
        self.count = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def value(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def error(self) -> float:
        if self.count < 2:
            return 0.0
        variance = max(0.0, self.squares / self.count - self.value**2)
        return sqrt(variance / (self.count - 1))

    @property
    def share_error(self) -> float:
        """The standard error of values from 0 to 1, with one more 0 and one more 1 (Agresti and
        Coull): a few equal results are not certainty."""
        count = self.count + 2
        mean = (self.total + 1) / count
        return sqrt(max(0.0, (self.squares + 1) / count - mean**2) / count)


class _Node:
    """An action in the tree, or the root."""

    __slots__ = ("available", "children", "ends", "points", "reward")

    def __init__(self) -> None:
        self.children: dict[Any, _Node] = {}
        self.available = 1
        """Simulations in which the action was legal when its parent was visited."""
        self.reward = Mean()
        """Of the player who takes the action: shares of the win; in a solo game points."""
        self.points = Mean()
        """Of the searching seat; kept for actions at the root."""
        self.ends: list[tuple[Mean, Mean]] = []
        """Shares and points of every seat; kept for actions at the root."""


class PlainSearch:
    """One decision of the view's seat. The same nodes and generator give the same result."""

    def __init__(
        self,
        game: AnyGame,
        view: Any,
        *,
        state: Any = None,
        among: Sequence[Any] | None = None,
        exploration: float = EXPLORATION,
    ) -> None:
        """Search from the true `state` if given, else from samples of the view; `among` limits the
        actions at the root."""
        self._game = game
        self._view = view
        self._state = state
        self._among = among
        self._exploration = exploration
        self._solo = game.players(view.options) == 1
        self._low, self._high = (inf, -inf) if self._solo else (0.0, 1.0)
        self._root = _Node()

    def run(self, budget: Budget, rng: Rng) -> Found:
        """Simulate until the nodes or the seconds of the budget are spent."""
        if budget.nodes is None and budget.seconds is None:
            raise ValueError("a search needs nodes or seconds")
        began, simulations = perf_counter(), 0
        while True:
            self._simulate(rng)
            simulations += 1
            if budget.nodes is not None and simulations >= budget.nodes:
                break
            if budget.seconds is not None and perf_counter() - began >= budget.seconds:
                break
        rows = [self._row(action, node) for action, node in self._root.children.items()]
        return Found(sorted(rows, key=lambda row: (-row.visits, -row.value)), simulations)

    def _simulate(self, rng: Rng) -> None:
        game, seat = self._game, self._view.seat
        state = game.determinize(self._view, rng) if self._state is None else self._state
        node, actor, grown = self._root, seat, False
        path: list[tuple[_Node, int]] = []
        while not grown:
            legal = _searched(game.legal(state, actor))
            if not path and self._among is not None:
                legal = self._among
            action, node, grown = self._select(node, legal, rng)
            path.append((node, actor))
            state = game.apply(state, actor, action)
            while (actors := game.actors(state)) == (CHANCE,):
                state = game.apply(state, CHANCE, game.sample(state, rng))
            if not actors:
                break
            actor = actors[0]
        end = play_out(game, state, rng)
        if self._solo:
            self._low, self._high = min(self._low, end.points[0]), max(self._high, end.points[0])
        for each, who in path:
            each.reward.add(end.points[who] if self._solo else end.shares[who])
        root = path[0][0]
        root.points.add(end.points[seat])
        root.ends = root.ends or [(Mean(), Mean()) for _ in end.points]
        for (shares, points), share, have in zip(root.ends, end.shares, end.points, strict=True):
            shares.add(share)
            points.add(have)

    def _select(self, node: _Node, legal: Sequence[Any], rng: Rng) -> tuple[Any, _Node, bool]:
        """An action not tried yet, else the one with the highest upper confidence bound."""
        children = node.children
        tried = [(action, children[action]) for action in legal if action in children]
        for _, child in tried:
            child.available += 1
        if len(tried) < len(legal):
            action = pick(rng, [each for each in legal if each not in children])
            child = children[action] = _Node()
            return action, child, True
        action, child = max(tried, key=lambda each: self._bound(each[1]))
        return action, child, False

    def _bound(self, node: _Node) -> float:
        visits = node.reward.count
        return self._scaled(node.reward.value) + self._exploration * sqrt(
            log(node.available) / visits
        )

    def _scaled(self, reward: float) -> float:
        width = self._high - self._low
        return (reward - self._low) / width if width > 0 else 0.5

    def _row(self, action: Any, node: _Node) -> RootAction:
        reward, points = node.reward, node.points
        width = self._high - self._low or 1.0
        return RootAction(
            action,
            reward.count,
            self._scaled(reward.value),
            reward.error / width if self._solo else reward.share_error,
            points.value,
            points.error,
            tuple(SeatMean(shares.value, have.value) for shares, have in node.ends),
        )


def play_out(game: AnyGame, state: Any, rng: Rng) -> End:
    """Play uniformly at random to the end of the game."""
    for _ in range(MOST_STEPS):
        actors = game.actors(state)
        if not actors:
            break
        actor = actors[0]
        action = game.sample(state, rng) if actor == CHANCE else pick(rng, game.legal(state, actor))
        state = game.apply(state, actor, action)
    outcome = game.outcome(state)
    if outcome is not None:
        return End(win_shares(outcome.ranks), outcome.scores)
    points = game.standing(state)
    return End(win_shares(ranks_by(points)), points)


def _searched(legal: Sequence[Any]) -> Sequence[Any]:
    return legal[:: 1 + len(legal) // MOST_ACTIONS] if len(legal) > MOST_ACTIONS else legal
