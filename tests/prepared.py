"""The package's sources, compiled with slipcover's probes, with the lines and branches to reach.

Preparing a source takes thirty times as long as compiling it: what came out is kept, as Python
keeps bytecode. A probe cannot be kept; a constant stands in its place until the code is loaded.
From Python 3.12 on there are no probes in the code: the interpreter reports what it reaches.
"""

from __future__ import annotations

import ast
import hashlib
import marshal
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, SimpleNamespace
from typing import Any, Final, NamedTuple

import slipcover
from slipcover import branch
from slipcover import slipcover as inner

SOURCE: Final = ["src/baumeister"]
KEPT: Final = Path(__file__).resolve().parent.parent / ".pytest_cache" / "prepared"
HAS_PROBES: Final = sys.version_info < (3, 12)
PROBE: Final = "a probe of slipcover"
SIGNAL: Final = "what calls a probe of slipcover"
PLACEHOLDERS: Final = SimpleNamespace(new=lambda _, __, label, ___: (PROBE, label), signal=SIGNAL)


class Prepared(NamedTuple):
    code: CodeType
    places: list[list[tuple[int, Any]]]
    """The probes of each code object, in the order of `_codes`: offset, and line or branch."""
    lines: list[int]
    branches: list[tuple[int, int]]

    def with_probes(self, measured: slipcover.Slipcover) -> CodeType:
        """The code to execute; it tells `measured` what it reaches."""
        if not HAS_PROBES:
            return measured.instrument(self.code)
        places = iter(self.places)

        def constant(found: Any, path: str) -> Any:
            if type(found) is tuple and found[:1] == (PROBE,):
                return inner.probe.new(measured, path, found[1], measured.d_miss_threshold)
            if isinstance(found, CodeType):
                return loaded(found)
            return inner.probe.signal if found == SIGNAL else found

        def loaded(code: CodeType) -> CodeType:
            constants = tuple([constant(each, code.co_filename) for each in code.co_consts])
            code = code.replace(co_consts=constants)
            measured.code2index[code] = next(places)
            return code

        code = loaded(self.code)
        measured.instrumented[code.co_filename].add(code)
        return code


def prepare_all() -> None:
    """Prepare all sources on every core, once: each worker would do it for itself otherwise."""
    if not KEPT.exists():
        from concurrent.futures import ProcessPoolExecutor  # slow, and commands never need it

        with ProcessPoolExecutor() as pool:
            list(pool.map(_keep, sources(), chunksize=16))


def _keep(path: Path) -> None:
    prepared(path)  # and no answer: code cannot be sent to another process


def sources() -> list[Path]:
    return [path.resolve() for each in SOURCE for path in Path(each).rglob("*.py")]


def prepared(path: Path) -> Prepared:
    """The prepared source; from the last run if it has not changed."""
    source = path.read_bytes()
    version = f"{sys.version} {slipcover.__version__} {path}".encode() + OWN
    key = hashlib.blake2b(source, key=hashlib.blake2b(version).digest()).digest()
    kept = KEPT / f"{hashlib.blake2b(str(path).encode(), digest_size=16).hexdigest()}.prepared"
    try:
        found = kept.read_bytes()
        if found.startswith(key):
            return Prepared(*marshal.loads(found[len(key) :]))
    except OSError:
        pass  # the first run
    made = _prepared(source, str(path))
    KEPT.mkdir(parents=True, exist_ok=True)
    part = kept.with_suffix(f".{os.getpid()}")
    part.write_bytes(key + marshal.dumps(tuple(made)))
    part.replace(kept)  # other processes read a whole file or none
    return made


OWN: Final = Path(__file__).read_bytes()
"""What this module makes of a source is part of the version."""


def _prepared(source: bytes, path: str) -> Prepared:
    plain = compile(branch.preinstrument(ast.parse(source)), path, "exec")
    lines = list(set(slipcover.Slipcover.lines_from_code(plain)))
    branches = list(set(slipcover.Slipcover.branches_from_code(plain)))
    if not HAS_PROBES:
        return Prepared(plain, [], lines, branches)
    maker = slipcover.Slipcover(branch=True)
    real, inner.probe = inner.probe, PLACEHOLDERS
    try:
        code = maker.instrument(plain)
    finally:
        inner.probe = real
    return Prepared(code, [maker.code2index[each] for each in _codes(code)], lines, branches)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """All code objects in this one, and then itself."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)
    yield code
