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
    tracer, of_threads, of_children = sys.gettrace(), threading.gettrace(), os.getenv(CHILDREN)
    sys.settrace(None)
    os.environ.pop(CHILDREN, None)
    if threads:
        threading.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracer)
        threading.settrace(of_threads)
        if of_children is not None:
            os.environ[CHILDREN] = of_children
