"""A position as text, as a seat sees it: the look of the terminal game."""

from __future__ import annotations

from typing import Any, Final

from rich.console import Console

from baumeister.cli.boards import look
from baumeister.envs.play import Play

WIDTH = 110
MODES: Final = ("ansi",)


def checked(mode: str | None) -> str | None:
    """A way of drawing that there is, or none."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode must be one of {', '.join(MODES)}; not {mode!r}")
    return mode


class Picture:
    """The last position that could be drawn.

    While a choice of two colours is half done there is none (`Position.state`): what is drawn is
    then what was before it.
    """

    def __init__(self) -> None:
        self._state: Any = None

    def look_at(self, play: Play) -> None:
        try:
            self._state = play.position.state()
        except ValueError:
            return

    def text(self, play: Play, seat: int) -> str:
        """What the seat sees."""
        view = play.face.game.view(self._state, seat)
        names = [f"player_{player}" for player in range(play.rules.players)]
        drawn = look(play.face.game.id)
        console = Console(width=WIDTH, color_system=None, force_terminal=False)
        with console.capture() as captured:
            for part in (drawn.status(view, names), drawn.board(view, names), drawn.hand(view)):
                console.print(part)
        return captured.get()
