"""Switch coverage off for a while: tracing makes Python several times slower."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

CHILDREN = "COVERAGE_PROCESS_CONFIG"
"""The environment variable that switches coverage on in child processes."""


@contextmanager
def untraced(threads: bool = False) -> Iterator[None]:
    """Do not trace this thread or the processes it starts; with `threads`, nor its new threads.

    Threads are traced by default because they may outlive the block and serve other tests.
    """
    covered = os.environ.pop(CHILDREN, None)
    if covered is None:  # not under coverage: leave a debugger's tracer alone
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
