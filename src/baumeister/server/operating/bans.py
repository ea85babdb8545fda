"""People and addresses that may not use the service."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import ClassVar

from baumeister.core.errors import BaumeisterError
from baumeister.server.people.limits import network_of
from baumeister.server.store import Store
from baumeister.server.store.queries.operating import Ban
from baumeister.server.tables.errors import BadInputError


class BannedError(BaumeisterError):
    code: ClassVar[str] = "banned"

    def __init__(self) -> None:
        super().__init__("the operator of this service has banned you")


class Bans:
    """The bans in force; reloaded after an order."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()
        self._people: frozenset[str] = frozenset()
        self._origins: frozenset[str] = frozenset()
        self._networks: tuple[IPv4Network | IPv6Network, ...] = ()

    async def load(self, store: Store) -> None:
        self.adopt(await store.bans())

    def adopt(self, bans: Iterable[Ban]) -> None:
        found = list(bans)
        self._people = frozenset(each.value for each in found if each.kind == "person")
        self._origins = frozenset(each.value for each in found if each.kind == "origin")
        self._networks = tuple(ip_network(each.value) for each in found if each.kind == "address")

    def origin(self, address: str) -> str:
        """A keyed hash of a network address: the same address is recognised, but not revealed."""
        return _origin(self._key, network_of(address))

    def check_address(self, address: str) -> None:
        """BannedError if this address is banned."""
        if self._networks:
            try:
                found = ip_address(address.partition("%")[0])
            except ValueError:
                return
            if any(found in each for each in self._networks if each.version == found.version):
                raise BannedError
        if self._origins and self.origin(address) in self._origins:
            raise BannedError

    def check_people(self, ids: Iterable[str]) -> None:
        """BannedError if a person with these ids is banned."""
        if self._people and not self._people.isdisjoint(ids):
            raise BannedError


@lru_cache(4096)
def _origin(key: bytes, network: str) -> str:
    return hmac.new(key, f"origin {network}".encode(), sha256).hexdigest()[:16]


def network_text(address: str) -> str:
    """An address or a network as it is stored; BadInputError if it is neither."""
    try:
        return str(ip_network(address, strict=False))
    except ValueError:
        raise BadInputError(f"{address} is not an IP address or network") from None
