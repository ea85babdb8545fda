"""Rendering a position as text or pixels: the board of the terminal, as a seat sees it."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from baumeister.cli.boards import board_of
from baumeister.envs.episode import Episode
from baumeister.envs.pixels import CELL, ROWS, pixels
from baumeister.fast.errors import ArgumentError

WIDTH: Final = 110
MODES: Final = ("ansi", "rgb_array")


def check_mode(mode: str | None) -> str | None:
    """The render mode; ValueError if it is not supported."""
    if mode is not None and mode not in MODES:
        raise ArgumentError(f"render_mode must be one of {', '.join(MODES)}; not {mode!r}")
    return mode


class Renderer:
    """Renders the last complete state of an episode.

    Between the numbers of a composite action there is no readable state (`Position.state`); the
    state before it is rendered then.
    """

    def __init__(self, mode: str | None) -> None:
        self.mode = check_mode(mode)
        self._state: Any = None
        self._rows = ROWS

    def update(self, episode: Episode) -> None:
        """Remember the present state, if it is complete and will be rendered."""
        if self.mode is None:
            return
        try:
            self._state = episode.position.state()
        except ValueError:
            return

    def render(self, episode: Episode, seat: int) -> str | NDArray[np.uint8] | None:
        """The remembered state as the seat sees it; None without a render mode."""
        if self.mode is None:
            return None
        game = episode.positions.GAME
        view, board = game.view(self._state, seat), board_of(game)
        names = [f"player_{player}" for player in range(episode.rules.players)]
        parts = (board.status(view, names), board.board(view, names), board.hand(view))
        if self.mode == "rgb_array":
            picture = pixels(parts, WIDTH, self._rows)
            self._rows = len(picture) // CELL[0]  # pictures of a video have one size
            return picture
        console = Console(width=WIDTH, color_system=None, force_terminal=False)
        with console.capture() as captured:
            for part in parts:
                console.print(part)
        return captured.get()
