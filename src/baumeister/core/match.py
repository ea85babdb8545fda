"""A match: the checked door to a game. No clock, no randomness, no input or output.

Server, command line and arena all go through it. Each submit either returns what
happened or raises a typed error and leaves the match as it was.
"""

from __future__ import annotations

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
from baumeister.core.game import A, Game, O, S, V
from baumeister.core.outcome import Outcome

HINTS = 3  # how many possible actions an error names


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

    Where several players decide at the same time, their decisions wait here until all
    are in; until then each may be changed, nobody sees them, and `version` does not
    move, so nobody's decision goes stale because another was quicker. They then enter
    the log in player order, whatever the order of arrival.
    """

    def __init__(self, game: Game[O, S, A, V], options: O) -> None:
        self.game = game
        self.state: S = game.new(options)
        self.log: list[Entry[S, A]] = []
        self.pending: dict[int, A] = {}

    @property
    def version(self) -> int:
        """Grows with every line of the log; what `expected` is held against."""
        return len(self.log)

    @property
    def actors(self) -> tuple[int, ...]:
        return self.game.actors(self.state)

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The actors whose decision is still missing."""
        return tuple(actor for actor in self.actors if actor not in self.pending)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def view(self, seat: int | None) -> V:
        return self.game.view(self.state, seat)

    def legal(self, seat: int) -> list[A]:
        return list(self.game.legal(self.state, seat))

    def submit(self, actor: int, action: A | str, expected: int | None = None) -> list[Entry[S, A]]:
        """Take an action; returns the new entries of the log (none while others decide)."""
        actors = self.actors
        if not actors:
            raise GameOverError("the game has ended")
        if expected is not None and expected != self.version:
            raise StaleError(f"based on version {expected}, the match is at {self.version}")
        if actor not in actors:
            whose = ", ".join(map(actor_text, self.waiting_for))
            raise NotYourTurnError(f"{actor_text(actor)} owes no decision now; waiting for {whose}")
        action = self._parsed(actor, action)
        refusal = self.game.why_not(self.state, actor, action)
        if refusal:
            raise IllegalError(
                refusal.reason, clause=refusal.clause, possible=self._nearest(actor, str(action))
            )
        self.pending[actor] = action
        if len(self.pending) < len(actors):
            return []
        entries = []
        for who in actors:
            entries.append(Entry(self.state, who, self.pending[who]))
            self.state = self.game.apply(self.state, who, self.pending[who])
        self.pending.clear()
        self.log += entries
        return entries

    def roll(self, rng: Rng) -> list[Entry[S, A]]:
        """Let chance act as long as it is its turn; returns the new entries."""
        first = self.version
        while self.actors == (CHANCE,):
            action = self.game.sample(self.state, rng)
            self.log.append(Entry(self.state, CHANCE, action))
            self.state = self.game.apply(self.state, CHANCE, action)
        return self.log[first:]

    def lines(self, viewer: int | None, since: int = 0) -> list[str]:
        """The log from `since` on as the viewer may know it."""
        return [
            f"{actor_text(actor)} {self.game.seen(before, actor, action, viewer, self.state)}"
            for before, actor, action in self.log[since:]
        ]

    def _parsed(self, actor: int, action: A | str) -> A:
        """The action, if it is one: a value is held against its own text."""
        try:
            text = action if isinstance(action, str) else str(action)
            found = self.game.parse(text)
        except MalformedError as error:
            raise MalformedError(error.reason, possible=self._nearest(actor, text)) from None
        except (LookupError, TypeError, ValueError):  # a value that has no text
            raise MalformedError(f"{type(action).__name__} is no action of this game") from None
        if not isinstance(action, str) and found != action:
            raise MalformedError(f"{short(text)} is not what this value says")
        return found

    def _nearest(self, actor: int, text: str) -> list[str]:
        """The legal actions that share most words with what was tried, in legal order."""
        words = text.split()
        texts = [str(action) for action in self.game.legal(self.state, actor)]

        def unlike(candidate: str) -> int:
            return -sum(a == b for a, b in zip(candidate.split(), words, strict=False))

        return sorted(texts, key=unlike)[:HINTS]
