"""The process that forks workers: it has imported what they need, and runs nothing else.

It reads orders from a socket, its stdin: five bytes each, and with an order to start a worker the
socket at which that worker works. It ends with the service, and ends its workers first.
"""

from __future__ import annotations

import gc
import os
import runpy
import signal
import socket
import struct
import sys
from contextlib import suppress
from importlib import import_module
from typing import Final

ORDER: Final = struct.Struct(">cI")
"""What to do, and the number of the worker."""
START: Final = b"s"
KILL: Final = b"k"


def prepare() -> None:
    """Import what workers need, and load the bots' weights: workers share that memory."""
    import_module("baumeister.server.work.tasks")
    from baumeister.bots import make_bot, strongest_code  # noqa: PLC0415  (slow to import)
    from baumeister.core.registry import find, games  # noqa: PLC0415

    for game in map(find, games()):
        with suppress(Exception):  # whoever needs this bot will say what is wrong with it
            make_bot(strongest_code(game), game)
    gc.freeze()


def become(module: str, file: int) -> None:
    """Run a module as a program, with a socket as its stdin and stdout."""
    for each in (0, 1):
        os.dup2(file, each)
    os.close(file)
    sys.argv = [module]
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit:
        pass
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(0)


def obey(control: socket.socket, module: str) -> None:
    """Start and kill workers until the socket is closed."""
    running: dict[int, int] = {}
    while True:
        try:
            order, files, *_ = socket.recv_fds(control, ORDER.size, 1)
        except ConnectionError:
            break
        if len(order) < ORDER.size:  # the service has ended
            break
        what, number = ORDER.unpack(order)
        if what == START and files:
            process = os.fork()
            if process == 0:
                control.close()
                become(module, files[0])
            os.close(files[0])
            running[number] = process
        elif number in running:
            _kill(running.pop(number))
        running = {number: each for number, each in running.items() if _is_running(each)}
    for process in running.values():
        _kill(process)


def _kill(process: int) -> None:
    """Kill a process that nobody has waited for yet, so its number is still its own."""
    with suppress(ProcessLookupError, ChildProcessError):
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)


def _is_running(process: int) -> bool:
    try:
        return os.waitpid(process, os.WNOHANG)[0] == 0
    except ChildProcessError:
        return False


def main(module: str) -> None:
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)  # it ends with the service
    for file in map(int, os.listdir("/dev/fd")):  # uvloop leaves copies of stdin and the like
        if file > 3:
            with suppress(OSError):
                os.close(file)
    control = socket.socket(fileno=os.dup2(0, 3))
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    prepare()
    obey(control, module)


if __name__ == "__main__":
    main(sys.argv[1])
