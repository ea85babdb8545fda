"""The bot `external:COMMAND`: a program of your own that speaks JSON lines.

For each decision it reads one line with everything its seat may know from standard input, and
answers with one line on standard output. `docs/bots.md` describes the lines and has an example.
"""

from __future__ import annotations

import contextlib
import json
import queue
import shlex
import subprocess
import threading
import weakref
from collections.abc import Sequence
from typing import IO, Any, Final

from baumeister.bots.bot import BotError, Budget, Decision, seed_from
from baumeister.core.chance import Rng
from baumeister.core.data import data_of
from baumeister.core.errors import short
from baumeister.core.game import AnyGame

PROTOCOL: Final = 1
TIMEOUT: Final = 60.0
"""Seconds for a decision without a time budget."""
START: Final = 10.0
"""Additional seconds for the first decision: programs take time to start."""
LONGEST_LINE: Final = 1 << 20

_Lines = queue.SimpleQueue[bytes]


class ExternalBot:
    """Starts the program at the first decision, and ends it when the bot is closed or collected."""

    def __init__(self, game: AnyGame, command: str) -> None:
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise BotError(f"cannot read the command {short(command)}: {error}") from None
        self._game = game
        self._program: _Program | None = None
        self._asked = 0

    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Decision:
        timeout = TIMEOUT if budget.seconds is None else 1.2 * budget.seconds + 0.5
        if self._program is None:
            self._program = _Program(self._command)
            timeout += START
        self._asked += 1
        known = data_of(view)
        known.pop("options", None)
        question = {
            "protocol": PROTOCOL,
            "id": self._asked,
            "game": self._game.id,
            "seat": view.seat,
            "options": self._game.options_data(view.options),
            "view": known,
            "legal": list(map(str, legal)),
            "seconds": budget.seconds,
            "nodes": budget.nodes,
            "seed": seed_from(rng),
        }
        answer = self._program.ask(question, timeout)
        text = answer.get("action")
        for action in legal:
            if str(action) == text:
                return Decision(action, _count(answer.get("simulations")))
        some = ", ".join(repr(str(action)) for action in legal[:3])
        raise BotError(
            f"{self._name} answered {short(text)}, which is not one of the {len(legal)} legal "
            f"actions ({some}, …)"
        )

    @property
    def _name(self) -> str:
        return f"the program {short(shlex.join(self._command))}"

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.close()
            self._program = None


def _count(given: Any) -> int:
    return given if isinstance(given, int) and given > 0 else 0


class _Program:
    """A running program. Threads write and read, so that a stuck program cannot block us."""

    def __init__(self, command: Sequence[str]) -> None:
        self._name = f"the program {short(shlex.join(command))}"
        pipe = subprocess.PIPE
        try:
            process = subprocess.Popen(command, stdin=pipe, stdout=pipe)
        except (OSError, IndexError) as error:
            raise BotError(f"{self._name} cannot be started: {error}") from None
        self._questions: _Lines = queue.SimpleQueue()
        self._answers: _Lines = queue.SimpleQueue()
        for work, stream, lines in (
            (_write, process.stdin, self._questions),
            (_read, process.stdout, self._answers),
        ):
            threading.Thread(target=work, args=(stream, lines), daemon=True).start()
        self.close = weakref.finalize(self, _end, process, self._questions)

    def ask(self, question: dict[str, Any], timeout: float) -> dict[str, Any]:
        self._questions.put(json.dumps(question).encode() + b"\n")
        try:
            line = self._answers.get(timeout=timeout)
        except queue.Empty:
            self.close()
            raise BotError(f"{self._name} took longer than {timeout:g} seconds") from None
        if not line:
            self._answers.put(b"")  # so that the next question fails the same way
            raise BotError(f"{self._name} ended without an answer")
        try:
            answer = json.loads(line)
        except ValueError:
            raise BotError(f"{self._name} answered {short(line[:40])}, which is not JSON") from None
        if not isinstance(answer, dict) or answer.get("id") != question["id"]:
            raise BotError(
                f"{self._name} must answer with an object that has the id {question['id']}"
            )
        return answer


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


def _end(process: subprocess.Popen[bytes], questions: _Lines) -> None:
    questions.put(b"")
    try:
        process.wait(1)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
