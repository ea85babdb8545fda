"""What several viewers of a table see alike, made once per change and not once per viewer.

Everything here is public information, and follows from the table alone. What only a seat may know
is added in table_messages.py, for that seat.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from baumeister.core.chance import actor_text, split_line
from baumeister.server.tables.folding.notes import AnyNote
from baumeister.server.tables.table import Status, Table
from baumeister.server.wire import messages as m
from baumeister.server.wire.games import wire_of
from baumeister.server.wire.serialise import encode

_LARGE: Final = (msgspec.Struct, dict)
TOLERANCE: Final = 10
"""Milliseconds for which times in messages count as current."""

Story = list[str | AnyNote]
Parts = tuple[bytes, bytes | None]
"""An encoded message without its seats: what comes before and after them; a whole one and None."""


class Line(NamedTuple):
    """An entry of the story."""

    public: str | AnyNote
    """The entry as everybody may see it."""
    hidden: tuple[Hashable, int, Any] | None
    """Moment, actor and action of a line of which somebody may see more than everybody."""


class Points(NamedTuple):
    """The points of all players, and what they would be if the round were scored now."""

    standing: list[int]
    points: list[int]
    just_scored: bool


class Board:
    """The public parts that change with the state of the game, but not with pending decisions."""

    __slots__ = ("_points", "_view", "state", "wire")

    def __init__(self, table: Table) -> None:
        self.state = table.match.state
        self.wire = wire_of(table.game)
        self._points: Points | None = None
        self._view: m.AnyView | None = None

    def points(self, table: Table) -> Points:
        if self._points is None:
            standing, points = list(table.standing()), list(table.game.points(self.state))
            self._points = Points(standing, points, table.game.just_scored(self.state))
        return self._points

    def view(self, table: Table) -> m.AnyView:
        """The view of a spectator, its parts encoded: each is a text in many messages."""
        if self._view is None:
            self._view = _encoded(self.wire.view(table.match.view(None)))
        return self._view


class Mark:
    """How far a table has come: compared with what a client was last sent."""

    __slots__ = ("info", "length", "moment", "versions")

    def __init__(
        self,
        info: int = -1,
        length: int = 0,
        versions: Sequence[int] = (),
        moment: Hashable = None,
    ) -> None:
        self.info = info
        """The version of the info; -1 if none was sent."""
        self.length = length
        """The length of the story."""
        self.versions = versions
        """By seat."""
        self.moment = moment
        """Whatever changes without a move."""


class Shared:
    """Public parts of messages; they hold until the next event of the table."""

    __slots__ = (
        "_lines",
        "_made",
        "_public",
        "_updates",
        "absent",
        "board",
        "changes",
        "mark",
        "owing",
        "proposal",
    )

    def __init__(self, table: Table, board: Board) -> None:
        owing = table.owing
        self.changes = table.changes
        self.board = board
        self.owing = list(owing)
        self.proposal = _proposal(table)
        running, left = tuple(table.clocks.since.items()), tuple(table.left.items())
        moment = (owing, table.paused, self.proposal, table.grace, running, left)
        self.mark = Mark(table.info_version, table.story.length, table.versions(), moment)
        self.absent = _absent(table, owing)
        self._updates: dict[Hashable, Parts] = {}
        self._made = 0
        self._lines: dict[int, list[Line]] = {}
        self._public: dict[int, Story] = {}

    def updates_at(self, now: int) -> dict[Hashable, Parts]:
        """Encoded updates by what clients need; the times in them are those of now."""
        if now - self._made > TOLERANCE:
            self._updates, self._made = {}, now
        return self._updates

    def story(self, table: Table, viewer: int | None, since: int) -> Story:
        """The entries from `since` on as the viewer may see them; the same list as everybody's if
        the viewer sees no more."""
        public = self._public.get(since)
        if public is None:
            lines = [_line(table, *entry) for entry in table.story.entries(since)]
            public = self._public[since] = [line.public for line in lines]
            if any(line.hidden for line in lines):
                self._lines[since] = lines
        if viewer is None or since not in self._lines:
            return public
        own = [
            line.public if line.hidden is None else _seen(table, viewer, *line.hidden)
            for line in self._lines[since]
        ]
        return public if own == public else own


def shared_of(table: Table) -> Shared:
    known: Shared | None = table.shared
    if known is not None and known.changes == table.changes:
        return known
    state = table.match.state
    board = known.board if known is not None and known.board.state is state else Board(table)
    made = table.shared = Shared(table, board)
    return made


def _encoded(view: Any) -> Any:
    """A view whose larger parts are JSON already; of lists, the items."""
    if not isinstance(view, msgspec.Struct):
        return view
    parts: dict[str, Any] = {}
    for name in view.__struct_fields__:
        value = getattr(view, name)
        if isinstance(value, _LARGE):
            parts[name] = msgspec.Raw(encode(value))
        elif isinstance(value, list) and value and isinstance(value[0], (*_LARGE, list)):
            parts[name] = [msgspec.Raw(encode(each)) for each in value]
    return msgspec.structs.replace(view, **parts)


def _line(table: Table, entry: str | AnyNote, moment: Hashable) -> Line:
    if not isinstance(entry, str):
        return Line(entry, None)
    actor, text = split_line(entry)
    action = table.game.parse(text)
    public = _seen(table, None, moment, actor, action)
    # Nobody sees less than a spectator: a line that is open to all needs no second look.
    return Line(public, None if public == entry else (moment, actor, action))


def _seen(table: Table, viewer: int | None, moment: Hashable, actor: int, action: Any) -> str:
    game = table.game
    return f"{actor_text(actor)} {game.seen(moment, actor, action, viewer, table.match.state)}"


def _proposal(table: Table) -> m.ProposalInfo | None:
    if table.proposal is None:
        return None
    return m.ProposalInfo(table.proposal.matter, table.proposal.seat, sorted(table.proposal.agreed))


def _absent(table: Table, owing: tuple[int, ...]) -> list[tuple[int, int | None, int | None]]:
    """Seats whose people have left or that a bot may play for, and since and from when."""
    if table.status not in (Status.GATHERING, Status.PLAYING):
        return []
    concerned = sorted({*table.left, *owing})
    seats = [(seat, table.left.get(seat), table.stand_in_at(seat)) for seat in concerned]
    return [(seat, left, at) for seat, left, at in seats if left is not None or at is not None]
