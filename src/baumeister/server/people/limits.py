"""Rate limits: token buckets per connection and per client address."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import ClassVar, Final, NamedTuple

from baumeister.core.errors import BaumeisterError


class Rate(NamedTuple):
    """A burst, then this many per second."""

    burst: int
    per_second: float


SOCKET: Final = {
    "do": Rate(30, 10),
    "say": Rate(5, 0.5),
    "watch": Rate(30, 5),
    "unwatch": Rate(30, 5),
    "preview": Rate(40, 20),
    "hint": Rate(3, 0.2),
    "analyse": Rate(2, 0.1),
    "ping": Rate(5, 1),
    "malformed": Rate(20, 2),
    "refused": Rate(200, 2),  # messages over a limit before the connection is closed
}
HTTP: Final = {
    "read": Rate(200, 50),
    "client": Rate(1000, 200),  # a page has a dozen files, and a school one address
    "write": Rate(60, 10),
    "people": Rate(20, 0.5),
    "tables": Rate(30, 0.5),
    "login": Rate(10, 0.1),
    "say": Rate(5, 0.5),
    "replay": Rate(60, 5),
    "upload": Rate(10, 1),
    "practice": Rate(40, 10),
    "analysis": Rate(6, 0.2),
    "judgement": Rate(10, 0.5),
    "socket": Rate(300, 50),
}


MAX_SOCKETS: Final = 300
"""Open connections per address; a whole school may share one."""


class RateError(BaumeisterError):
    code: ClassVar[str] = "too-often"

    def __init__(self, kind: str, wait: float) -> None:
        self.wait = wait
        super().__init__(f"rate limit exceeded ({kind}): wait {wait:.1f} seconds")


class Buckets:
    """The token buckets of one client: a level and a time for each kind of request."""

    __slots__ = ("_levels", "_rates")

    def __init__(self, rates: dict[str, Rate]) -> None:
        self._rates = rates
        self._levels: dict[str, tuple[float, float]] = {}

    def take(self, kind: str, now: float) -> None:
        """Take one token; RateError if there is none."""
        rate = self._rates[kind]
        level, at = self._levels.get(kind, (float(rate.burst), now))
        level = min(float(rate.burst), level + (now - at) * rate.per_second)
        if level < 1:
            raise RateError(kind, (1 - level) / rate.per_second)
        self._levels[kind] = (level - 1, now)

    def debit(self, kind: str, count: int, now: float) -> None:
        """Take tokens that another process has granted, at most a burst in advance."""
        rate = self._rates[kind]
        level, at = self._levels.get(kind, (float(rate.burst), now))
        level = min(float(rate.burst), level + (now - at) * rate.per_second) - count
        self._levels[kind] = (max(level, -float(rate.burst)), now)


def network_of(address: str) -> str:
    """The address range of one customer: an IPv4 address or an IPv6 /64."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return address
    mapped = found.ipv4_mapped
    return str(mapped) if mapped else str(IPv6Address(int(found) >> 64 << 64))


class AddressLimits:
    """Buckets by address. Only the most recent are kept, so memory stays bounded."""

    def __init__(self, rates: dict[str, Rate], max_addresses: int = 10_000) -> None:
        self.is_shared = False
        """True if other processes are told what was taken."""
        self._rates = rates
        self._max_addresses = max_addresses
        self._buckets: OrderedDict[str, Buckets] = OrderedDict()
        self._sockets: Counter[str] = Counter()
        self._taken: Counter[tuple[str, str]] = Counter()
        """What was taken since it was last reported to the other processes."""

    @contextmanager
    def socket(self, address: str) -> Iterator[None]:
        """Count an open connection while the context lasts; RateError if there are too many."""
        address = network_of(address)
        if self._sockets[address] >= MAX_SOCKETS:
            raise RateError("socket", 10.0)
        self._sockets[address] += 1
        try:
            yield
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    def take(self, address: str, kind: str, now: float) -> None:
        address = network_of(address)
        buckets = self._buckets.get(address)
        if buckets is None:
            buckets = self._buckets[address] = Buckets(self._rates)
            if len(self._buckets) > self._max_addresses:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        buckets.take(kind, now)
        if self.is_shared:
            self._taken[address, kind] += 1

    def taken(self) -> list[tuple[str, str, int]]:
        """What addresses have taken since the last call."""
        found = [(address, kind, count) for (address, kind), count in self._taken.items()]
        self._taken.clear()
        return found

    def debit(self, address: str, kind: str, count: int, now: float) -> None:
        """Take what an address has taken from another process."""
        if kind in self._rates:
            buckets = self._buckets.setdefault(address, Buckets(self._rates))
            buckets.debit(kind, count, now)
            if len(self._buckets) > self._max_addresses:
                self._buckets.popitem(last=False)
