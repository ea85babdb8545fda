"""Rate limits: token buckets per connection and per client address."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import ClassVar, Literal

from baumeister.core.errors import BaumeisterError
from baumeister.server.people import limit_table
from baumeister.server.people.limit_table import Limit, Rate


class RateError(BaumeisterError):
    code: ClassVar[str] = "too-often"

    def __init__(self, kind: str, wait: float) -> None:
        self.wait = wait
        super().__init__(f"rate limit exceeded ({kind}): wait {wait:.1f} seconds")


class Buckets:
    """The token buckets of one client: a level and a time for each kind of request."""

    __slots__ = ("_levels", "_limits", "_per")

    def __init__(self, limits: dict[str, Limit], per: Literal["connection", "address"]) -> None:
        self._limits = limits
        self._per = per
        self._levels: dict[str, tuple[float, float]] = {}

    def take(self, kind: str, now: float) -> None:
        """Take one token; RateError if there is none."""
        rate = self._rate(kind)
        if rate is None:
            return
        level, at = self._levels.get(kind, (float(rate.burst), now))
        level = min(float(rate.burst), level + (now - at) * rate.per_second)
        if level < 1:
            raise RateError(kind, (1 - level) / rate.per_second)
        self._levels[kind] = (level - 1, now)

    def debit(self, kind: str, count: int, now: float) -> None:
        """Take tokens that another process has granted, at most a burst in advance."""
        rate = self._rate(kind)
        if rate is None:
            return
        level, at = self._levels.get(kind, (float(rate.burst), now))
        level = min(float(rate.burst), level + (now - at) * rate.per_second) - count
        self._levels[kind] = (max(level, -float(rate.burst)), now)

    def _rate(self, kind: str) -> Rate | None:
        limit = self._limits[kind]
        return limit.address if self._per == "address" else limit.connection


@lru_cache(4096)
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

    def __init__(self, limits: dict[str, Limit], max_addresses: int = 10_000) -> None:
        self.is_shared = False
        """True if other processes are told what was taken."""
        self._limits = limits
        self._max_addresses = max_addresses
        self._buckets: OrderedDict[str, Buckets] = OrderedDict()
        self._sockets: Counter[str] = Counter()
        self._taken: Counter[tuple[str, str]] = Counter()
        """What was taken since it was last reported to the other processes."""

    @contextmanager
    def socket(self, address: str) -> Iterator[None]:
        """Count an open connection while the context lasts; RateError if there are too many."""
        address = network_of(address)
        if self._sockets[address] >= limit_table.MAX_SOCKETS:
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
            buckets = self._buckets[address] = Buckets(self._limits, "address")
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
        if kind in self._limits:
            buckets = self._buckets.setdefault(address, Buckets(self._limits, "address"))
            buckets.debit(kind, count, now)
            if len(self._buckets) > self._max_addresses:
                self._buckets.popitem(last=False)
