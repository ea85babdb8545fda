"""A fair queue: whoever has used the workers least of late comes first.

Shares are counted by address, then by person, then by table, so that neither many sockets nor many
guests nor many tables of one address get more than one address's share.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Final, NamedTuple

HALF_LIFE: Final = 10.0
"""Seconds after which used time counts half."""
ADVANCE: Final = 0.2
"""Seconds charged when a task starts, until its real time is known."""
MAX_SHARES: Final = 2000
"""Shares remembered before the small ones are forgotten."""
NEGLIGIBLE: Final = 0.01
MUCH: Final = 5.0
"""Recently used seconds from which an address may count as greedy."""
LITTLE: Final = 0.5
"""Recently used seconds of all other addresses below which none does: nobody is kept waiting."""


class Asker(NamedTuple):
    """On whose behalf a task runs."""

    address: str = ""
    person: str = ""
    table: str = ""

    def shares(self) -> tuple[tuple[str, ...], ...]:
        return (self[:1], self[:2], self[:3])


NOBODY: Final = Asker()


class Entry:
    """A waiting task."""

    __slots__ = ("asker", "background", "turn", "wanted")

    def __init__(self, asker: Asker, background: bool, wanted: Callable[[], bool]) -> None:
        self.asker = asker
        self.background = background
        self.wanted = wanted
        """False once nobody waits for the result any more."""
        self.turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class FairQueue:
    """Waiting tasks, bounded in all and by address."""

    def __init__(self, most: int, most_per_address: int) -> None:
        self.most = most
        self.most_per_address = most_per_address
        self._entries: list[Entry] = []
        self._by_address: Counter[str] = Counter()
        self._used: dict[tuple[str, ...], tuple[float, float]] = {}
        """Recently used seconds of each share, and when they were computed."""

    def __len__(self) -> int:
        return len(self._entries)

    def put(self, entry: Entry) -> Entry | None:
        """Add an entry. If the queue is full, returns the entry that has to go: this one, or the
        latest of the address that has most waiting."""
        address = entry.asker.address
        if self._by_address[address] >= self.most_per_address or not self.most:
            return entry
        self._entries.append(entry)
        self._by_address[address] += 1
        if len(self._entries) <= self.most:
            return None
        greediest = self._by_address.most_common(1)[0][0]
        last = next(each for each in reversed(self._entries) if each.asker.address == greediest)
        self.remove(last)
        return last

    def remove(self, entry: Entry) -> None:
        if entry in self._entries:
            self._entries.remove(entry)
            self._by_address[entry.asker.address] -= 1
            if self._by_address[entry.asker.address] <= 0:
                del self._by_address[entry.asker.address]

    def pop(self, allowed: Callable[[Asker], bool], now: float) -> Entry | None:
        """Take the next entry whose asker may run another task: live before background work, then
        by the time recently used."""
        candidates = [each for each in self._entries if allowed(each.asker)]
        if not candidates:
            return None
        known: dict[tuple[str, ...], float] = {}

        def used(share: tuple[str, ...]) -> float:
            if share not in known:
                known[share] = self.used(share, now)
            return known[share]

        chosen = min(
            candidates, key=lambda each: (each.background, *map(used, each.asker.shares()))
        )
        self.remove(chosen)
        return chosen

    def used(self, share: tuple[str, ...], now: float) -> float:
        seconds, at = self._used.get(share, (0.0, now))
        return seconds * float(0.5 ** ((now - at) / HALF_LIFE))

    def greedy(self, now: float) -> str | None:
        """The address that has used more than all others together, if others use the workers."""
        used = {share[0]: self.used(share, now) for share in self._used if len(share) == 1}
        address = max(used, key=used.__getitem__, default="")
        most = used.get(address, 0.0)
        others = sum(used.values()) - most
        return address if most > max(MUCH, others) and others > LITTLE else None

    def charge(self, asker: Asker, seconds: float, now: float) -> None:
        for share in asker.shares():
            self._used[share] = (max(0.0, self.used(share, now) + seconds), now)
        if len(self._used) > MAX_SHARES:
            kept = {share: self.used(share, now) for share in self._used}
            self._used = {
                share: (seconds, now) for share, seconds in kept.items() if seconds > NEGLIGIBLE
            }
