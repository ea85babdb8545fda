"""What was sent and what was acknowledged: the counterpart of the server's log."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass
class Sent:
    """One command with its key. Times are ticks of the ledger, not of a clock."""

    table: str
    seat: int
    action: str | None
    """None: a retraction."""
    key: str
    first: int
    answered: int | None = None
    state: Literal["open", "done", "refused"] = "open"
    under_way: bool = False
    """Not yet answered when last checked."""
    resent: int = 0
    found: bool = False
    """Left unanswered by a kill, and found in the log."""


@dataclass
class Ledger:
    sent: dict[str, Sent] = field(default_factory=dict)
    made: dict[str, str] = field(default_factory=dict)
    """Acknowledged tables by their tag."""
    sat: list[tuple[str, int, str]] = field(default_factory=list)
    """Acknowledged: table, seat, person."""
    rematches: dict[str, str] = field(default_factory=dict)
    records: dict[str, str] = field(default_factory=dict)
    """The records of finished games as they were served."""
    violations: list[str] = field(default_factory=list)
    tick: int = 0
    duplicates: int = 0
    """Commands deliberately sent twice."""

    def wrong(self, what: str) -> None:
        self.violations.append(what)

    def send(self, table: str, seat: int, action: str | None, key: str) -> Sent:
        self.tick += 1
        entry = self.sent[key] = Sent(table, seat, action, key, self.tick)
        return entry

    def done(self, entry: Sent) -> None:
        self.tick += 1
        if entry.state == "refused":
            self.wrong(f"{entry.key} was refused, then acknowledged")
        if entry.answered is None:
            entry.answered = self.tick
        entry.state = "done"

    def refuse(self, entry: Sent, why: str) -> None:
        if entry.found or entry.state == "done":
            self.wrong(f"{entry.key} is in the log, and sent again it was refused: {why}")
        elif entry.state == "open":
            entry.state = "refused"

    def rematch(self, table: str, following: str) -> None:
        if self.rematches.setdefault(table, following) != following:
            self.wrong(f"table {table} has two rematches")

    @property
    def open(self) -> list[Sent]:
        """Commands that have no answer yet."""
        return [entry for entry in self.sent.values() if entry.state == "open"]

    @property
    def acknowledged(self) -> int:
        return sum(entry.state == "done" for entry in self.sent.values())
