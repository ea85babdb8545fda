"""A match: the checked door to a game. No clock, no randomness, no input or output.

Server, command line and arena all go through it. Each submit either returns what
happened or raises a typed error and leaves the match as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
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

HINTS = 3  # how many possible actions an error names
MOST_COMPARED = 5000  # of hundreds of thousands of deals some will do


class Entry(NamedTuple, Generic[S, A]):
    """One line of the log, with the state it was taken in."""

    before: S
    actor: int
    action: A

    def __str__(self) -> str:
        return f"{actor_text(self.actor)} {self.action}"

    def __repr__(self) -> str:  # never the state: it holds what others may not know
        return f"<Entry {self}>"


class Match(Generic[O, S, A, V]):
    """One game being played.

    Where several players decide at the same time, their decisions wait here until all are
    in. Until then each may be changed, nobody else sees them, and nobody's version moves
    because another was quicker. They enter the log in player order, whatever the order of
    arrival; a player who has several to make (the last round of Tangram City) has them
    stand together.
    """

    def __init__(self, game: Game[O, S, A, V], options: O) -> None:
        self.game = game
        self.state: S = game.new(options)
        """Where the game stands for everybody; what waits in `pending` is not in it."""
        self.log: list[Entry[S, A]] = []
        self.pending: dict[int, list[A]] = {}
        self._players = game.players(options)
        self._changes: dict[int, int] = {}  # decisions made, changed or taken back, by seat
        self._forgotten = 0
        self._waiting: tuple[int, ...] | None = None  # asked for often: kept until it changes

    def copy(self) -> Match[O, S, A, V]:
        """Another match that stands where this one does, to try things on."""
        other = copy(self)
        other.log = list(self.log)
        other.pending = {actor: list(actions) for actor, actions in self.pending.items()}
        other._changes = dict(self._changes)
        return other

    def forget(self) -> list[Entry[S, A]]:
        """Hand the log over to whoever keeps it elsewhere, and let go of its states."""
        entries, self.log = self.log, []
        self._forgotten += len(entries)
        return entries

    # --- looking -----------------------------------------------------------------------

    @property
    def actors(self) -> tuple[int, ...]:
        """Who decides at this moment, those included whose decisions are in already."""
        return self.game.actors(self.state)

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The actors who still owe a decision."""
        if self._waiting is None:
            self._waiting = tuple(actor for actor in self.actors if not self._is_done(actor))
        return self._waiting

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @property
    def version(self) -> int:
        """How many lines the log has, forgotten ones included."""
        return self._forgotten + len(self.log)

    def version_for(self, seat: int) -> int:
        """What `expected` is held against: only grows, with the log and with each decision the
        seat makes, changes or takes back; never because of another's."""
        return self.version + self._changes.get(seat, 0)

    def view(self, seat: int | None) -> V:
        """What the seat may know, its own waiting decisions included."""
        check_seat(seat, self._players)
        state = self.state if seat is None else self._own_state(seat)
        return self.game.view(state, seat)

    def legal(self, seat: int) -> Sequence[A]:
        """What the seat may do now; nothing once its decisions are in."""
        return self.game.legal(self._own_state(seat), seat)

    def after(self, seat: int, action: A) -> S:
        """The state after a legal action of the seat, the waiting decisions of others left out:
        for the keeper's eyes, as it may show what is still hidden."""
        return self.game.apply(self._own_state(seat), seat, action)

    def lines(self, viewer: int | None, since: int = 0) -> list[str]:
        """The log from `since` on as the viewer may know it."""
        if since < self._forgotten:
            raise ValueError(f"the log up to {self._forgotten} has been forgotten")
        seen, moment = self.game.seen, self.game.moment
        return [
            f"{actor_text(actor)} {seen(moment(before), actor, action, viewer, self.state)}"
            for before, actor, action in self.log[since - self._forgotten :]
        ]

    # --- acting ------------------------------------------------------------------------

    def submit(self, actor: int, action: A | str, expected: int | None = None) -> list[Entry[S, A]]:
        """Take an action; returns the new entries of the log (none while others decide).

        From an actor whose decisions are all in while others decide, it replaces the last.
        """
        actors = self.actors
        if not actors:
            raise GameOverError("the game has ended")
        if expected is not None and expected != self.version_for(actor):
            now = self.version_for(actor)
            raise StaleError(f"based on version {expected}, the match is at {now}")
        if actor not in actors:
            whose = ", ".join(map(actor_text, self.waiting_for))
            raise NotYourTurnError(f"{actor_text(actor)} owes no decision now; waiting for {whose}")
        decided = self.pending.get(actor, [])
        if self._is_done(actor):
            decided = decided[:-1]
        state = self._after(actor, decided)
        action = self._parsed(state, actor, action)
        refusal = self.game.why_not(state, actor, action)
        if refusal:
            near = self._nearest(state, actor, str(action))
            raise IllegalError(refusal, possible=near)
        self.pending[actor] = [*decided, action]
        self._waiting = None
        self._changed(actor)
        if len(actors) > 1 and self.waiting_for:
            return []
        return self._settle(actors)

    def retract(self, actor: int) -> A:
        """Take back the actor's last decision, as long as it waits for those of others."""
        if not self.pending.get(actor):
            raise NotYourTurnError(f"{actor_text(actor)} has no decision to take back")
        action = self.pending[actor].pop()
        if not self.pending[actor]:
            del self.pending[actor]
        self._waiting = None
        self._changed(actor)
        return action

    def roll(self, rng: Rng) -> list[Entry[S, A]]:
        """Let chance act as long as it is its turn; returns the new entries."""
        first = len(self.log)
        while self.actors == (CHANCE,):
            action = self.game.sample(self.state, rng)
            self.log.append(Entry(self.state, CHANCE, action))
            self.state = self.game.apply(self.state, CHANCE, action)
            self._waiting = None
        return self.log[first:]

    # --- inside ------------------------------------------------------------------------

    def _changed(self, actor: int) -> None:
        self._changes[actor] = self._changes.get(actor, 0) + 1

    def _after(self, actor: int, decisions: list[A]) -> S:
        """The present moment after these decisions of one actor, the others' unknown."""
        state = self.state
        for action in decisions:
            state = self.game.apply(state, actor, action)
        return state

    def _own_state(self, actor: int) -> S:
        return self._after(actor, self.pending.get(actor, []))

    def _is_done(self, actor: int) -> bool:
        return actor in self.pending and actor not in self.game.actors(self._own_state(actor))

    def _settle(self, actors: tuple[int, ...]) -> list[Entry[S, A]]:
        """All decisions are in: they become lines of the log."""
        entries = []
        for actor in actors:
            for action in self.pending[actor]:
                entries.append(Entry(self.state, actor, action))
                self.state = self.game.apply(self.state, actor, action)
        self.pending.clear()
        self._waiting = None
        self.log += entries
        return entries

    def _parsed(self, state: S, actor: int, action: A | str) -> A:
        """The action, if it is one: a value is held against its own text."""
        try:
            text = action if isinstance(action, str) else str(action)
            found = self.game.parse(text)
        except MalformedError as error:
            near = self._nearest(state, actor, text)
            raise MalformedError(error.reason, possible=near) from None
        except (LookupError, TypeError, ValueError):  # a value that has no text
            raise MalformedError(f"{type(action).__name__} is no action of this game") from None
        if not isinstance(action, str) and found != action:
            raise MalformedError(f"{short(text)} is not what this value says")
        return found

    def _nearest(self, state: S, actor: int, text: str) -> list[str]:
        """The legal actions that share most words with what was tried, in legal order."""
        words = text.split()
        texts = [str(action) for action in self.game.legal(state, actor)[:MOST_COMPARED]]

        def unlike(candidate: str) -> int:
            return -sum(a == b for a, b in zip(candidate.split(), words, strict=False))

        return sorted(texts, key=unlike)[:HINTS]
