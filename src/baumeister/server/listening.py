"""Listening sockets, and the address of this machine in its network."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from ipaddress import ip_address
from typing import Final

LOOPBACK: Final = "127.0.0.1"
LOOPBACK_6: Final = "::1"
EVERYWHERE: Final = "0.0.0.0"
_SOMEWHERE: Final = ("192.0.2.1", 9)
"""Any address outside; nothing is sent to it."""


def listener(host: str, port: int) -> socket.socket:
    """A socket that already listens, so that nobody else can take the port before we serve."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Without the protocol asyncio leaves Nagle's algorithm on.
    found = socket.socket(family, proto=socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere it lets two processes share a port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen()
    except OSError:
        found.close()
        raise
    return found


def local_listeners(port: int, *, network: bool) -> list[socket.socket]:
    """Listen on this machine, and in its network if wanted; OSError if the port is taken.

    Both versions of IP: browsers may resolve `localhost` to either, and must not reach another
    program at ours. The network is served by IPv4 only, whose addresses can be typed and are
    rarely reachable from outside.
    """
    first = listener(EVERYWHERE if network else LOOPBACK, port)
    try:
        return [first, listener(LOOPBACK_6, first.getsockname()[1])]
    except OSError:
        if _has_ipv6():
            first.close()
            raise
    return [first]


def _has_ipv6() -> bool:
    try:
        listener(LOOPBACK_6, 0).close()
    except OSError:
        return False
    return True


def network_host() -> str | None:
    """The IPv4 address of this machine in its network; None if it is in no network."""
    found = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_SOMEWHERE)  # only looks up the route
        found.append(str(probe.getsockname()[0]))
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    for each in found:
        address = ip_address(each)
        if not (address.is_loopback or address.is_unspecified):
            return each
    return None
