"""The network of policy and value, read from a file: an `npz` with an array for each name of
`NETWORK_SHAPES`, in 16 or 32 bits. NumPy is not needed to read it."""

from __future__ import annotations

import struct
from array import array
from ast import literal_eval
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from math import prod
from pathlib import Path
from typing import Any, Final, cast
from zipfile import BadZipFile, ZipFile

from baumeister.bots.specs import UnknownBotError
from baumeister.fast import compiled
from baumeister.fast.manhattan.networks import NETWORK_SHAPES

_MAGIC: Final = b"\x93NUMPY"
_FORMATS: Final = {"<f2": "e", "<f4": "f"}
"""The formats of `struct` by NumPy's names."""


def shipped_network() -> Any:
    """The network that `baumeister train manhattan-network` made; its file has its provenance."""
    return network_at(str(files("baumeister.bots.manhattan") / "weights" / "network.npz"))


def network_at(path: str) -> Any:
    """The compiled core's network with the weights of a file; UnknownBotError if it has none."""
    place = Path(path).expanduser()
    try:
        return _network(path, place.stat().st_mtime_ns)
    except OSError as error:
        raise UnknownBotError(f"{path}: {error.strerror}") from None


@lru_cache(maxsize=8)
def _network(path: str, _changed: int) -> Any:
    numbers = read(path)
    if not compiled():  # the file is checked all the same
        return numbers
    return import_module("baumeister.fast.manhattan.compiled").Network(numbers)


def read(path: str) -> array[float]:
    """All weights of a file in the order in which the core takes them."""
    numbers = array("f")
    try:
        with ZipFile(Path(path).expanduser()) as file:
            for name, shape in NETWORK_SHAPES.items():
                found, values = _array(file.read(f"{name}.npy"))
                if found != shape:
                    raise UnknownBotError(
                        f"{path}: {name} must have the shape {shape}, not {found}"
                    )
                numbers.extend(values)
    except KeyError as error:
        raise UnknownBotError(f"{path}: {error.args[0]}") from None
    except (BadZipFile, ValueError, SyntaxError, TypeError, struct.error):
        raise UnknownBotError(f"{path}: is not a file of a network's weights") from None
    return numbers


def _array(data: bytes) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """The shape and the numbers of an array in NumPy's format, version 1."""
    if not data.startswith(_MAGIC + b"\x01"):
        raise ValueError("not an array")
    (length,) = struct.unpack_from("<H", data, 8)
    header = literal_eval(data[10 : 10 + length].decode("latin-1"))
    shape = cast("tuple[int, ...]", header["shape"])
    if header["descr"] not in _FORMATS or header["fortran_order"]:
        raise ValueError("not an array of floats in C order")
    values = struct.unpack(f"<{prod(shape)}{_FORMATS[header['descr']]}", data[10 + length :])
    return shape, values
