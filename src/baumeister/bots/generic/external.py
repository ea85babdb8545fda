"""The bot `external:COMMAND`: a program of your own that speaks JSON lines.

`docs/bots.md` describes the lines and has an example. A program is started at its first decision.
It is sent a question of protocol 1; the first line it writes tells which protocol it speaks: an
answer is protocol 1, `{"protocol": 2}` is protocol 2, whose programs play one game after the other.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any, Final

from baumeister.bots.bot import BotError, BotFailed, Budget, Decision, seed_from
from baumeister.bots.generic.program import Program, ProgramError
from baumeister.bots.specs import UnknownBotError
from baumeister.core.chance import Rng
from baumeister.core.data import data_of
from baumeister.core.errors import short
from baumeister.core.game import AnyGame

PROTOCOL: Final = 2
TIMEOUT: Final = 60.0
"""Seconds for a decision without a time budget."""
START: Final = 60.0
"""Additional seconds until the first line of a program that was just started."""


class ExternalBot:
    """Starts the program at the first decision, and ends it when the bot is closed or collected."""

    def __init__(self, game: AnyGame, command: str) -> None:
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise BotError(f"cannot read the command {short(command)}: {error}") from None
        self.name = f"external:{command}"
        self._game = game
        self._program: Program | None = None
        self._is_new_game = True
        self._asked = 0

    def new_game(self) -> None:
        """The next decision is the first of another game; programs of protocol 1 are restarted."""
        self._is_new_game = True
        if self._program is not None and self._program.protocol != PROTOCOL:
            self.close()

    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Decision:
        try:
            answer = self._answer(view, legal, budget, seed_from(rng))
        except ProgramError as error:
            self.close()
            raise BotFailed(self.name, f"the program {error.reason}") from error
        text = answer.get("action")
        for action in legal:
            if str(action) == text:
                return Decision(action, _count(answer.get("simulations")))
        some = ", ".join(repr(str(action)) for action in legal[:3])
        raise BotFailed(
            self.name,
            f"the program answered {short(text)}, which is not one of the {len(legal)} legal "
            f"actions ({some}, …)",
        )

    def _answer(self, view: Any, legal: Sequence[Any], budget: Budget, seed: int) -> dict[str, Any]:
        limit = TIMEOUT if budget.seconds is None else 1.2 * budget.seconds + 0.5
        known = data_of(view)
        known.pop("options", None)
        about = {
            "game": self._game.id,
            "seat": view.seat,
            "options": self._game.options_data(view.options),
        }
        question = {
            "view": known,
            "legal": list(map(str, legal)),
            "seconds": budget.seconds,
            "nodes": budget.nodes,
            "seed": seed,
        }
        if self._program is None:
            try:
                self._program = Program(self._command)
            except ProgramError as error:
                raise UnknownBotError(f"{self.name} {error.reason}") from None
            self._is_new_game = True
        program, answer = self._program, None
        if program.protocol != PROTOCOL:
            self._asked += 1
            program.send({"protocol": 1, "id": self._asked, **about, **question})
            answer = program.receive(limit + (START if program.protocol is None else 0.0))
            program.protocol = PROTOCOL if answer.get("protocol") == PROTOCOL else 1
        if program.protocol == PROTOCOL:
            if self._is_new_game:
                program.send({"protocol": PROTOCOL, "type": "new-game", **about})
            self._asked += 1
            head = {"protocol": PROTOCOL, "type": "decide", "id": self._asked}
            program.send(head | {"seat": view.seat, **question})
            answer = program.receive(limit)
        self._is_new_game = False
        if answer is None or answer.get("id") != self._asked:
            raise ProgramError(f"must answer with an object that has the id {self._asked}")
        return answer

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.close()
            self._program = None


def _count(given: Any) -> int:
    return given if isinstance(given, int) and given > 0 else 0
