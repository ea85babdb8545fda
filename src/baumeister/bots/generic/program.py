"""A running program that exchanges lines of JSON with us."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import sys
import threading
import weakref
from collections import deque
from collections.abc import Sequence
from typing import IO, Any, Final

from baumeister.core.errors import BaumeisterError, short

LONGEST_LINE: Final = 1 << 20
KEPT_ERRORS: Final = 12
"""Lines of standard error that are kept for reports."""
REPORTED: Final = 600
"""The most characters of them in a report."""

_Lines = queue.SimpleQueue[bytes]


class ProgramError(BaumeisterError):
    """The program ended, is too slow, or does not answer with JSON."""


class Program:
    """A running program. Threads write and read, so that a stuck program cannot block us."""

    def __init__(self, command: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        try:
            process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)
        except (OSError, IndexError) as error:
            raise ProgramError(f"cannot be started: {error}") from None
        self.protocol: int | None = None
        """The version of the protocol, once the program has written its first line."""
        self._process = process
        self._questions: _Lines = queue.SimpleQueue()
        self._answers: _Lines = queue.SimpleQueue()
        self._errors: deque[str] = deque(maxlen=KEPT_ERRORS)
        self._listening = _start(_listen, process.stderr, self._errors)
        _start(_write, process.stdin, self._questions)
        _start(_read, process.stdout, self._answers)
        self.close = weakref.finalize(self, _end, process, self._questions)

    def send(self, message: dict[str, Any]) -> None:
        """Write a line, without waiting for the program to read it."""
        self._questions.put(json.dumps(message).encode() + b"\n")

    def receive(self, timeout: float) -> dict[str, Any]:
        """The next line; ProgramError if there is none in time or it is not an object."""
        try:
            line = self._answers.get(timeout=timeout)
        except queue.Empty:
            self.close()
            raise self._error(f"took longer than {timeout:g} seconds") from None
        if not line:
            self._answers.put(b"")  # so that the next question fails the same way
            raise self._error(f"ended without an answer{self._exit()}")
        try:
            answer = json.loads(line)
        except ValueError:
            raise self._error(f"answered {short(line[:40])}, which is not JSON") from None
        if not isinstance(answer, dict):
            raise self._error("must answer with an object")
        return answer

    def _exit(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._process.wait(1)
            return f", with exit code {code}" if code else ""
        return ""

    def _error(self, reason: str) -> ProgramError:
        """The error, with what the program wrote to standard error last."""
        if self._process.poll() is not None:
            self._listening.join(1)
        written = "\n".join(self._errors)[-REPORTED:].strip()
        return ProgramError(f"{reason}; it wrote: {written}" if written else reason)


def _start(work: Any, *given: Any) -> threading.Thread:
    thread = threading.Thread(target=work, args=given, daemon=True)
    thread.start()
    return thread


def _write(stream: IO[bytes], lines: _Lines) -> None:
    """Write lines to the program until an empty one."""
    with contextlib.suppress(OSError), stream:  # it has ended: the reading side reports that
        while line := lines.get():
            stream.write(line)
            stream.flush()


def _read(stream: IO[bytes], lines: _Lines) -> None:
    """Read lines from the program; an empty one marks the end."""
    with stream:
        while line := stream.readline(LONGEST_LINE):
            lines.put(line)
    lines.put(b"")


def _listen(stream: IO[bytes], kept: deque[str]) -> None:
    """Show the program's standard error, and keep its end."""
    with stream:
        while line := stream.readline(LONGEST_LINE):
            text = line.decode(errors="replace").rstrip()
            kept.append(text)
            with contextlib.suppress(OSError, ValueError):
                sys.stderr.write(f"{text}\n")


def _end(process: subprocess.Popen[bytes], questions: _Lines) -> None:
    questions.put(b"")
    try:
        process.wait(1)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
