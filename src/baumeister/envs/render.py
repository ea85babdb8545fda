"""Rendering a position as text: the board of the terminal, as a seat sees it."""

from __future__ import annotations

from typing import Any, Final

from rich.console import Console

from baumeister.cli.boards import board_of
from baumeister.envs.episode import Episode

WIDTH: Final = 110
MODES: Final = ("ansi",)


def check_mode(mode: str | None) -> str | None:
    """The render mode; ValueError if it is not supported."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode must be one of {', '.join(MODES)}; not {mode!r}")
    return mode


class Renderer:
    """Renders the last complete state of an episode.

    Between the numbers of a composite action there is no readable state (`Position.state`); the
    state before it is rendered then.
    """

    def __init__(self) -> None:
        self._state: Any = None

    def update(self, episode: Episode) -> None:
        """Remember the present state, if it is complete."""
        try:
            self._state = episode.position.state()
        except ValueError:
            return

    def render(self, episode: Episode, seat: int) -> str:
        """The remembered state as the seat sees it."""
        game = episode.positions.GAME
        view, board = game.view(self._state, seat), board_of(game)
        names = [f"player_{player}" for player in range(episode.rules.players)]
        console = Console(width=WIDTH, color_system=None, force_terminal=False)
        with console.capture() as captured:
            for part in (board.status(view, names), board.board(view, names), board.hand(view)):
                console.print(part)
        return captured.get()
