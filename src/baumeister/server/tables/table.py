"""A table: the state that its events fold into. No clock and no I/O."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Mapping
from operator import add
from typing import Any, Final

from baumeister.core.game import AnyGame
from baumeister.core.match import Match
from baumeister.core.outcome import ranks_by
from baumeister.core.registry import find
from baumeister.server.tables import events as e
from baumeister.server.tables.folding.arranging import arrange
from baumeister.server.tables.folding.playing import play
from baumeister.server.tables.folding.snapshots import Snapshots
from baumeister.server.tables.folding.story import Story
from baumeister.server.tables.pace import Clocks, Days, Untimed
from baumeister.server.tables.state import AnyMatch, Grace, Proposal, Status

__all__ = ["AnyMatch", "Grace", "Proposal", "Status", "Table"]

KEYS_KEPT: Final = 32
"""Per seat: what is kept for one seat must not depend on how often others act."""
CHAT_KEPT: Final = 50
IDLE_FACTOR: Final = 10
"""How much longer the others wait for somebody who is connected than for one who has left."""


def _options(game: AnyGame, created: e.Created) -> Mapping[str, Any]:
    return game.options_of_version(created.rules_version, created.options)


class Table:
    """The state of a table. `apply` takes events that were decided on (decisions/) and are
    durable."""

    __slots__ = (
        "_keys",
        "_standing",
        "changes",
        "chat",
        "chat_on",
        "chat_said",
        "clocks",
        "created",
        "ended",
        "events",
        "grace",
        "info_version",
        "left",
        "match",
        "paused",
        "presence_events",
        "proposal",
        "rematch",
        "rematches",
        "removed",
        "salts",
        "seats",
        "shared",
        "snapshots",
        "started",
        "status",
        "story",
        "take_backs",
        "version_base",
        "watchable",
    )

    def __init__(self, created: e.Created) -> None:
        self.created = created
        game = find(created.game)
        self.match: AnyMatch = Match(game, game.options(_options(game, created)))
        self.seats: tuple[e.Seat, ...] = created.seats
        self.clocks = Clocks(created.pace, len(created.seats))
        self.story = Story()
        self.snapshots = Snapshots(self.match.state)
        self.status = Status.GATHERING
        self.salts: tuple[str, ...] = ("",) * len(created.seats)
        self.started: int | None = None
        self.paused = False
        self.proposal: Proposal | None = None
        self.grace: Grace | None = None
        self.take_backs = 0
        """The number of undos."""
        self.ended: e.Ended | None = None
        self.rematch: str | None = None
        self.rematches = 0
        """The number of rematches, including those that were called off."""
        self.removed: dict[str, str] = {}
        """The names of those whom the host has removed, by person."""
        self.left: dict[int, int] = {}
        """The seats whose people are not connected, and since when."""
        self.presence_events = 0
        self.chat_on = created.chat
        self.watchable = created.watchable
        self.chat: dict[e.Room, deque[tuple[int, e.Said]]] = {
            "players": deque(maxlen=CHAT_KEPT),
            "watchers": deque(maxlen=CHAT_KEPT),
        }
        """The latest lines of each room, numbered."""
        self.chat_said: dict[e.Room, int] = {"players": 0, "watchers": 0}
        self.events = 0
        """The number of events, chat excluded."""
        self.version_base = [0] * len(created.seats)
        """Added to the match's version of each seat after undos: versions never repeat."""
        self.info_version = 0
        """Increases when seats, status or the like change."""
        self.changes = 0
        """The number of events, all included."""
        self.shared: Any = None
        """What all viewers see alike; made and kept by wire/shared.py."""
        self._standing: tuple[Any, tuple[int, ...]] | None = None
        self._keys: tuple[list[int], ...] = tuple([] for _ in created.seats)

    # --- queries ----------------------------------------------------------------------

    @property
    def game(self) -> AnyGame:
        return self.match.game

    def standing(self) -> tuple[int, ...]:
        """Each player's points if the round were scored now; cached per position."""
        state = self.match.state
        if self._standing is None or self._standing[0] is not state:
            self._standing = (state, self.game.scored_now(state))
        return self._standing[1]

    @property
    def owing(self) -> tuple[int, ...]:
        """The seats that owe a decision; none unless the game is running."""
        going_on = self.status == Status.PLAYING and not self.paused and self.grace is None
        return self.match.waiting_for if going_on else ()

    def next_due(self) -> int | None:
        """When something happens without a command: the game starts, a clock runs out, a grace
        ends."""
        if self.status == Status.GATHERING:
            return self.created.at if self.created.autostart and self.is_complete else None
        if self.status != Status.PLAYING:
            return None
        flag = self.clocks.next_flag()
        times = [flag[0]] if flag else []
        return min([*times, self.grace.until] if self.grace else times, default=None)

    @property
    def is_complete(self) -> bool:
        """True if every seat is taken and ready."""
        return all(seat.kind != "open" and seat.ready for seat in self.seats)

    def version_for(self, seat: int) -> int:
        return self.version_base[seat] + self.match.version_for(seat)

    def versions(self) -> tuple[int, ...]:
        """`version_for` of every seat."""
        return tuple(map(add, self.version_base, self.match.versions()))

    def seats_of(self, person: frozenset[str]) -> tuple[int, ...]:
        """The seats held by a user with these ids."""
        return tuple(
            number
            for number, seat in enumerate(self.seats)
            if seat.kind == "human" and seat.person in person
        )

    def viewer(self, person: frozenset[str]) -> int | None:
        """The seat through which a user sees the game; None shows only public information. A user
        with several seats shares one screen with other players, so sees only that."""
        own = self.seats_of(person)
        return own[0] if len(own) == 1 else None

    def has_player(self, person: frozenset[str]) -> bool:
        """True if the user plays here, or did until a bot took over."""
        return any(seat.person in person for seat in self.seats)

    def room_of(self, person: frozenset[str]) -> e.Room:
        """The chat room of a user; former players stay with the players."""
        return "players" if self.has_player(person) else "watchers"

    def humans(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.kind == "human"]

    def people(self) -> set[str | None]:
        """The people who play, including those for whom a bot plays until they return."""
        return {seat.person for seat in self.seats if seat.kind == "human" or seat.gone == "away"}

    def stand_in_at(self, seat: int) -> int | None:
        """When the others may let a bot play on for a seat that they wait for; None: never.

        That is some time after its person has left. In a game without time limits it is also
        possible for somebody who is connected, after much longer, so that no game can hang.
        """
        away, pace = self.created.away, self.created.pace
        waited_for = seat in self.owing and self.seats[seat].kind == "human"
        if not waited_for or len(self.people()) < 2 or isinstance(pace, Days):
            return None
        times = [self.left[seat] + away] if seat in self.left else []
        if isinstance(pace, Untimed):
            times.append(self.clocks.since[seat] + IDLE_FACTOR * away)
        return min(times, default=None)

    @property
    def allows_hints(self) -> bool:
        """False if several people play, or did until a bot took over, and the table is not
        friendly."""
        people = {seat.person for seat in self.seats if seat.person is not None}
        return self.created.friendly or len(people) <= 1

    def knows_key(self, seat: int, person: str, key: str) -> bool:
        """True if a recent command for the seat had this key of this person."""
        return _key(person, key) in self._keys[seat]

    def ranks(self) -> tuple[int, ...] | None:
        """The final ranks; a seat that abandoned the game is last, the others rank by points."""
        if self.ended is None:
            return None
        outcome = self.match.outcome
        if outcome:
            return outcome.ranks
        points = self.standing()
        gone = self.ended.gone
        return ranks_by([(seat != gone, each) for seat, each in enumerate(points)])

    # --- applying events --------------------------------------------------------------

    def apply(self, event: e.AnyEvent) -> None:
        self.changes += 1
        present = isinstance(event, e.Left | e.Came)
        self.presence_events += present
        self.events += not (present or isinstance(event, e.Said))
        match event:
            case e.Acted() | e.Retracted() | e.Rolled() | e.Undone():
                play(self, event)
            case e.Said():
                self.chat_said[event.room] += 1
                self.chat[event.room].append((self.chat_said[event.room], event))
            case e.Back(was=None):
                self.clocks.start_from(event.at)
            case e.Back(was=int(was)):
                self._shift(event.at - was)
            case e.Left(seat=seat):
                self.left[seat] = event.at
            case e.Came(seat=seat):
                self.left.pop(seat, None)
            case e.Salted(seat=seat, salt=salt):
                self.salt(seat, salt)
                self.info_version += 1
            case _:
                arrange(self, event)
                self.info_version += 1
        self._run_clocks(event.at)

    def note(self, event: e.Event, **note: Any) -> None:
        self.story.add_note({**note, "at": event.at})

    def put(self, number: int, seat: e.Seat) -> None:
        self.seats = (*self.seats[:number], seat, *self.seats[number + 1 :])

    def salt(self, number: int, salt: str) -> None:
        self.salts = (*self.salts[:number], salt, *self.salts[number + 1 :])

    def keep_key(self, event: e.Acted | e.Retracted) -> None:
        """Remember the key of a command, to know it when it is repeated."""
        if event.key:
            keys = self._keys[event.seat]
            keys.append(_key(self.seats[event.seat].person, event.key))
            del keys[:-KEYS_KEPT]

    def _shift(self, by: int) -> None:
        """Leave out a time that did not pass at this table."""
        self.clocks.shift(by)
        self.left = {seat: since + by for seat, since in self.left.items()}
        if self.grace:
            self.grace = self.grace._replace(until=self.grace.until + by)

    def _run_clocks(self, now: int) -> None:
        """Run the clocks of the people who owe a decision."""
        owing = [seat for seat in self.owing if self.seats[seat].kind == "human"]
        for seat in [seat for seat in self.clocks.since if seat not in owing]:
            self.clocks.stop(seat, now, decided=False)
        for seat in owing:
            self.clocks.run(seat, now, self.version_base[0] + self.match.version)


def _key(person: str | None, key: str) -> int:
    digest = hashlib.blake2b(f"{person}/{key}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")
