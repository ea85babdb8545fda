"""A match: one game being played, with every action checked.

The server, the command line and the arena play through it. `submit` either applies an action or
raises a typed error and changes nothing. A match uses no clock, randomness, input or output.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple

from baumeister.core.chance import CHANCE, Rng, actor_text
from baumeister.core.errors import (
    GameOverError,
    IllegalError,
    MalformedError,
    NotYourTurnError,
    StaleError,
    short,
)
from baumeister.core.game import A, Game, O, S, V, check_seat
from baumeister.core.outcome import Outcome
from baumeister.core.text import nearest

SUGGESTIONS = 3  # legal actions that an error suggests
RECENT = 4  # actions whose effects are remembered
MOST_COMPARED = 5000  # legal actions searched for suggestions: there may be very many deals


class Entry(NamedTuple, Generic[S, A]):
    """One action of the log, with the state before it."""

    before: S
    actor: int
    action: A

    def __str__(self) -> str:
        return f"{actor_text(self.actor)} {self.action}"

    def __repr__(self) -> str:  # without the state, which contains hidden information
        return f"<Entry {self}>"


class _Recent(Generic[S, A]):
    """The latest checked actions and the states after them, shared by a match and its copies: what
    was tried with a copy is not computed again."""

    __slots__ = ("steps",)

    def __init__(self) -> None:
        self.steps: tuple[tuple[S, int, A, S], ...] = ()

    def find(self, state: S, actor: int, action: A) -> S | None:
        for before, who, done, after in self.steps:
            if before is state and who == actor and done == action:
                return after
        return None

    def add(self, state: S, actor: int, action: A, after: S) -> None:
        self.steps = (*self.steps[1 - RECENT :], (state, actor, action, after))


class Match(Generic[O, S, A, V]):
    """One game being played.

    Simultaneous decisions are pending until everyone has decided. Until then each player may
    change theirs, nobody else sees them, and they do not change anyone else's version. They enter
    the log in player order, regardless of the order of arrival; if a player makes several, these
    stay together.
    """

    def __init__(self, game: Game[O, S, A, V], options: O) -> None:
        self.game = game
        self.state: S = game.new(options)
        """The public state of the game, without pending decisions."""
        self.log: list[Entry[S, A]] = []
        self.pending: dict[int, list[A]] = {}
        self._players = game.players(options)
        self._changes: dict[int, int] = {}  # by seat: decisions made, changed or retracted
        self._forgotten = 0
        self._waiting: tuple[int, ...] | None = None  # cached
        self._own: dict[int, S] = {}  # by actor: the state after its pending decisions, cached
        self._recent: _Recent[S, A] = _Recent()

    def copy(self) -> Match[O, S, A, V]:
        """An independent copy."""
        other: Match[O, S, A, V] = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.log = list(self.log)
        other.pending = {actor: list(actions) for actor, actions in self.pending.items()}
        other._changes = dict(self._changes)
        other._own = dict(self._own)
        return other

    def at(self, state: S, version: int) -> Match[O, S, A, V]:
        """A match that continues from an earlier state of this one, without pending decisions."""
        other = self.copy()
        other.state, other.log, other.pending, other._changes = state, [], {}, {}
        other._forgotten, other._waiting, other._own = version, None, {}
        return other

    def forget(self) -> list[Entry[S, A]]:
        """Return the log and drop it with its states; for callers that store it elsewhere."""
        entries, self.log = self.log, []
        self._recent.steps = ()
        self._forgotten += len(entries)
        return entries

    # --- queries -----------------------------------------------------------------------

    @property
    def actors(self) -> tuple[int, ...]:
        """The players who decide at this moment, including those with pending decisions."""
        return self.game.actors(self.state)

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The actors who have not decided yet."""
        if self._waiting is None:
            self._waiting = tuple(actor for actor in self.actors if not self._is_done(actor))
        return self._waiting

    @property
    def outcome(self) -> Outcome | None:
        """The result; None until the game has ended."""
        return self.game.outcome(self.state)

    @property
    def version(self) -> int:
        """The number of actions in the log, including forgotten ones."""
        return self._forgotten + len(self.log)

    def version_for(self, seat: int) -> int:
        """The version that `submit` compares with `expected`.

        Grows with the log and with every decision the seat makes, changes or retracts, but not
        with the pending decisions of others.
        """
        return self.version + self._changes.get(seat, 0)

    def versions(self) -> list[int]:
        """`version_for` of every seat."""
        version, changes = self.version, self._changes
        return [version + changes.get(seat, 0) for seat in range(self._players)]

    def view(self, seat: int | None) -> V:
        """What the seat may know, including its own pending decisions."""
        check_seat(seat, self._players)
        state = self.state if seat is None else self.own_state(seat)
        return self.game.view(state, seat)

    def legal(self, seat: int) -> Sequence[A]:
        """The seat's legal actions; none once it has decided."""
        return self.game.legal(self.own_state(seat), seat)

    def after(self, seat: int, action: A) -> S:
        """The state after a legal action of the seat, without the pending decisions of others.

        Not for players: it contains hidden information.
        """
        return self.game.apply(self.own_state(seat), seat, action)

    def own_state(self, actor: int) -> S:
        """The state after the actor's pending decisions, without those of others.

        Not for players: it contains hidden information.
        """
        if actor not in self.pending:
            return self.state
        if actor not in self._own:
            self._own[actor] = self._after(actor, self.pending[actor])
        return self._own[actor]

    def lines(self, viewer: int | None, since: int = 0) -> list[str]:
        """The log from version `since` on, as the viewer may see it."""
        if since < self._forgotten:
            raise ValueError(f"the log before version {self._forgotten} has been forgotten")
        seen, moment = self.game.seen, self.game.moment
        return [
            f"{actor_text(actor)} {seen(moment(before), actor, action, viewer, self.state)}"
            for before, actor, action in self.log[since - self._forgotten :]
        ]

    # --- actions -----------------------------------------------------------------------

    def submit(self, actor: int, action: A | str, expected: int | None = None) -> list[Entry[S, A]]:
        """Apply an action and return the new log entries; none while others are still deciding.

        If the actor has already decided and others have not, the action replaces its last decision.
        After an error the match is unchanged.

        Args:
            actor: The seat, or `CHANCE`.
            action: An action or its canonical text.
            expected: The version that the decision is based on (`version_for`).

        Raises:
            GameOverError: The game has ended.
            StaleError: The match has moved on since `expected`.
            NotYourTurnError: The actor has nothing to decide now.
            MalformedError: The text is not an action of the game.
            IllegalError: A clause forbids the action; `possible` suggests legal ones.
        """
        actors = self.actors
        if not actors:
            raise GameOverError("the game has ended")
        if expected is not None and expected != self.version_for(actor):
            now = self.version_for(actor)
            raise StaleError(f"based on version {expected}, the match is at {now}")
        if actor not in actors:
            whose = ", ".join(map(actor_text, self.waiting_for))
            raise NotYourTurnError(
                f"{actor_text(actor)} has nothing to decide now; waiting for {whose}"
            )
        decided = self.pending.get(actor, [])
        if self._is_done(actor):
            decided = decided[:-1]
        state = self._after(actor, decided)
        action = self._parsed(state, actor, action)
        known = self._recent.find(state, actor, action) is not None
        refusal = None if known else self.game.why_not(state, actor, action)
        if refusal:
            near = self._nearest(state, actor, str(action))
            raise IllegalError(refusal, possible=near)
        self.pending[actor] = [*decided, action]
        self._own.pop(actor, None)
        self._waiting = None
        self._changed(actor)
        if len(actors) > 1 and self.waiting_for:
            return []
        return self._settle(actors)

    def retract(self, actor: int) -> A:
        """Retract the actor's last pending decision and return it; NotYourTurnError without one."""
        if not self.pending.get(actor):
            raise NotYourTurnError(f"{actor_text(actor)} has no decision to take back")
        action = self.pending[actor].pop()
        if not self.pending[actor]:
            del self.pending[actor]
        self._own.pop(actor, None)
        self._waiting = None
        self._changed(actor)
        return action

    def roll(self, rng: Rng) -> list[Entry[S, A]]:
        """Sample chance actions until a player has to decide; returns the new log entries."""
        first = len(self.log)
        while self.actors == (CHANCE,):
            action = self.game.sample(self.state, rng)
            self.log.append(Entry(self.state, CHANCE, action))
            self.state = self.game.apply(self.state, CHANCE, action)
            self._waiting = None
        return self.log[first:]

    # --- internals ---------------------------------------------------------------------

    def _changed(self, actor: int) -> None:
        self._changes[actor] = self._changes.get(actor, 0) + 1

    def _after(self, actor: int, decisions: list[A]) -> S:
        """The state after these decisions of one actor, without those of others."""
        state = self.state
        for action in decisions:
            state = self._apply(state, actor, action)
        return state

    def _apply(self, state: S, actor: int, action: A) -> S:
        """The state after an action that was checked."""
        after = self._recent.find(state, actor, action)
        if after is None:
            after = self.game.apply(state, actor, action)
            self._recent.add(state, actor, action, after)
        return after

    def _is_done(self, actor: int) -> bool:
        return actor in self.pending and actor not in self.game.actors(self.own_state(actor))

    def _settle(self, actors: tuple[int, ...]) -> list[Entry[S, A]]:
        """Move the pending decisions of all actors into the log."""
        entries = []
        for actor in actors:
            for action in self.pending[actor]:
                entries.append(Entry(self.state, actor, action))
                self.state = self._apply(self.state, actor, action)
        self.pending.clear()
        self._own.clear()
        self._waiting = None
        self.log += entries
        return entries

    def _parsed(self, state: S, actor: int, action: A | str) -> A:
        """The action; MalformedError unless it equals what its text parses to."""
        try:
            text = action if isinstance(action, str) else str(action)
            found = self.game.parse(text)
        except MalformedError as error:
            near = self._nearest(state, actor, text)
            raise MalformedError(error.reason, possible=near) from None
        except (LookupError, TypeError, ValueError):  # a value without a canonical text
            raise MalformedError(f"{type(action).__name__} is not an action of this game") from None
        if not isinstance(action, str) and found != action:
            raise MalformedError(f"this value is not the action {short(text)} that it prints as")
        return found

    def _nearest(self, state: S, actor: int, text: str) -> list[str]:
        """The legal actions that share most words with the text."""
        legal = self.game.legal(state, actor)[:MOST_COMPARED]
        return nearest(map(str, legal), text)[:SUGGESTIONS]
