"""The pace of a table: untimed, live clocks, or days per decision."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

SECOND: Final = 1000
DAY: Final = 24 * 3600 * SECOND


class Untimed(Struct, tag_field="kind", tag="untimed", frozen=True):
    """No time limit."""


class Live(Struct, tag_field="kind", tag="live", frozen=True):
    """Live play: a time bank for the whole game and an increment per decision."""

    bank: Annotated[int, Meta(ge=10, le=6 * 3600, description="seconds for the whole game")] = 900
    increment: Annotated[int, Meta(ge=0, le=600, description="seconds added per decision")] = 10
    flag: Literal["bot", "forfeit"] = "bot"


class Days(Struct, tag_field="kind", tag="days", frozen=True):
    """Correspondence: a number of days for each decision."""

    days: Annotated[int, Meta(ge=1, le=30)] = 3
    flag: Literal["bot", "forfeit"] = "bot"


Pace = Untimed | Live | Days


class Clocks:
    """The clocks of all seats; times are milliseconds since the epoch by the service's clock.

    That clock may change between two events; `shift` then keeps the time that was used.
    """

    __slots__ = ("_first", "left", "pace", "since")

    def __init__(self, pace: Pace, seats: int) -> None:
        self.pace = pace
        bank = pace.bank * SECOND if isinstance(pace, Live) else 0
        self.left = [bank] * seats if isinstance(pace, Live) else []
        self.since: dict[int, int] = {}
        """The seats whose clocks are running, and since when."""
        self._first: dict[int, tuple[int, int]] = {}
        """By seat: the last point of the game at which it owed a decision, and since when."""

    def run(self, seat: int, now: int, moment: int) -> None:
        """Start the clock of a seat that owes a decision, unless it is running.

        In correspondence games the days count from the first time the seat was asked at this point
        of the game: deciding and taking it back does not earn new days.
        """
        if seat in self.since:
            return
        if self._first.get(seat, (None, 0))[0] != moment:
            self._first[seat] = (moment, now)
        self.since[seat] = self._first[seat][1] if isinstance(self.pace, Days) else now

    def stop(self, seat: int, now: int, *, decided: bool) -> None:
        """Stop a clock; a decision earns the increment."""
        since = self.since.pop(seat, None)
        if isinstance(self.pace, Live) and since is not None:
            self.left[seat] -= max(0, now - since)
            if decided:
                self.left[seat] += self.pace.increment * SECOND

    def take_back(self, seat: int) -> None:
        """Deduct the increment of a decision that was taken back."""
        if isinstance(self.pace, Live):
            self.left[seat] -= self.pace.increment * SECOND

    def may_take_back(self, seat: int, now: int) -> bool:
        """False if no time would be left after taking back a decision."""
        if isinstance(self.pace, Days):
            _, first = self._first.get(seat, (0, now))
            return now < first + self.pace.days * DAY
        return True

    def reset_days(self) -> None:
        """Restart the days after a pause."""
        self._first.clear()

    def start_from(self, now: int) -> None:
        """Restart running live clocks: how long they ran before an interruption is unknown."""
        if isinstance(self.pace, Live):
            self.since = dict.fromkeys(self.since, now)

    def shift(self, by: int) -> None:
        """Leave out a time in which no clock ran, or a jump of the machine's clock."""
        self.since = {seat: since + by for seat, since in self.since.items()}
        self._first = {seat: (moment, at + by) for seat, (moment, at) in self._first.items()}

    def deadline(self, seat: int) -> int | None:
        """When the seat runs out of time; None if its clock is not running."""
        since = self.since.get(seat)
        if since is None or isinstance(self.pace, Untimed):
            return None
        if isinstance(self.pace, Days):
            return since + self.pace.days * DAY
        return since + self.left[seat]

    def next_flag(self) -> tuple[int, int] | None:
        """The first deadline and its seat."""
        found = [(at, seat) for seat in self.since if (at := self.deadline(seat)) is not None]
        return min(found, default=None)
