"""Frames on the pipes between the service and its workers: four bytes of length, then a pickle."""

from __future__ import annotations

import asyncio
import pickle
import struct
from typing import IO, Any, Final

_HEAD: Final = struct.Struct(">I")


def frame(value: Any) -> bytes:
    """The value as one frame."""
    data = pickle.dumps(value)
    return _HEAD.pack(len(data)) + data


def read_frame(stream: IO[bytes]) -> Any:
    """The value of the next frame; None at the end of the stream."""
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    return pickle.loads(stream.read(_HEAD.unpack(head)[0]))


async def next_frame(stream: asyncio.StreamReader) -> Any:
    """The value of the next frame; IncompleteReadError at the end of the stream."""
    head = await stream.readexactly(_HEAD.size)
    return pickle.loads(await stream.readexactly(_HEAD.unpack(head)[0]))
