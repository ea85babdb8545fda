"""Coverage makes Python several times slower: where it may look away."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

CHILDREN = "COVERAGE_PROCESS_CONFIG"
"""What tells processes that they are covered too."""


@contextmanager
def untraced(threads: bool = False) -> Iterator[None]:
    """This thread is not traced meanwhile, nor are processes that it starts; threads that it
    starts may live longer, and serve others: they are, unless it is said that they need not."""
    covered = os.environ.pop(CHILDREN, None)
    if covered is None:  # if anything is traced, it is by a debugger
        yield
        return
    tracer, of_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    if threads:
        threading.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracer)
        threading.settrace(of_threads)
        os.environ[CHILDREN] = covered
