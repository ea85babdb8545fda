"""A worker process: runs tasks apart from the event loop of the service.

Reads and writes frames on stdin and stdout; at the other end is only the service that started it.
It exits when the service does, even in the middle of a task.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
from contextlib import suppress
from typing import IO, Any, Final

from baumeister.server.work.frames import frame, read_frame
from baumeister.server.work.tasks import TASKS

NICENESS: Final = 5
"""The service, which answers everybody, goes before its workers."""


def listen(stream: IO[bytes], requests: queue.SimpleQueue[Any]) -> None:
    """Queue requests; exit the process at the end of the stream."""
    try:
        while (request := read_frame(stream)) is not None:
            requests.put(request)
    finally:
        os._exit(0)


def give_way() -> None:
    """Let the service go first: with a lower priority, and without interrupting it on waking."""
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, 0, NICENESS)
    if hasattr(os, "SCHED_BATCH"):
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def main() -> None:
    """Run one task after the other."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)  # the service stops its workers itself
    give_way()
    inside, outside = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # so that nothing a bot prints gets between the frames
    requests: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(inside, requests), daemon=True).start()

    def send(kind: str, value: Any) -> None:
        try:
            outside.write(frame((kind, value)))
            outside.flush()
        except BrokenPipeError:
            os._exit(0)  # the service is gone

    while True:
        name, arguments = requests.get()
        try:
            send("result", TASKS[name](lambda done: send("progress", done), *arguments))
        except Exception as error:
            send("error", type(error).__name__)  # without its text, which may name hidden cards


if __name__ == "__main__":
    main()
