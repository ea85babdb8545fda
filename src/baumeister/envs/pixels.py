"""Terminal text as pixels, for `render_mode="rgb_array"`: no fonts or image libraries needed."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from rich.color import Color
from rich.console import Console
from rich.style import Style

CELL: Final = (10, 6)
"""Height and width of a character."""
ROWS: Final = 40
"""The fewest rows of text in a picture, so that all pictures of a game have the same size."""

Colour = tuple[int, int, int]
INK: Final[Colour] = (226, 226, 220)
PAPER: Final[Colour] = (28, 30, 34)

# 5 × 7 pixels for each printable ASCII character: a byte for each column, the top pixel lowest
_GLYPHS: Final = bytes.fromhex(
    "000000000000005F00000007000700147F147F14242A7F2A1223130864623649552250"
    "0005030000001C2241000041221C0014083E081408083E080800503000000808080808"
    "006060000020100804023E5149453E00427F400042615149462141454B311814127F10"
    "27454545393C4A49493001710905033649494936064949291E00363600000056360000"
    "0814224100141414141400412214080201510906324979413E7E1111117E7F49494936"
    "3E414141227F4141221C7F494949417F090909013E4149497A7F0808087F00417F4100"
    "2040413F017F081422417F404040407F020C027F7F0408107F3E4141413E7F09090906"
    "3E4151215E7F09192946464949493101017F01013F4040403F1F2040201F3F4038403F"
    "631408146307087008076151494543007F41410002040810200041417F000402010204"
    "4040404040000102040020545454787F484444383844444420384444487F3854545418"
    "087E0901020C5252523E7F0804047800447D40002040443D007F1028440000417F4000"
    "7C041804787C0804047838444444387C14141408081414187C7C080404084854545420"
    "043F4440203C4040207C1C2040201C3C4030403C44281028440C5050503C4464544C44"
    "000836410000007F000000413608001008081008"
)  # fmt: skip
_LIKE: Final = {"×": "x", "→": ">", "▸": ">", "–": "-", "’": "'"}
_LINES: Final = dict(zip("─│┌┐└┘├┤┬┴┼", (12, 3, 10, 6, 9, 5, 11, 7, 14, 13, 15), strict=True))
"""By character: its lines from the middle, as bits: up, down, left, right."""


def pixels(parts: Iterable[Any], width: int, rows: int = ROWS) -> NDArray[np.uint8]:
    """Draw what `rich` can print, with its colours: an array of height × width × 3."""
    console = Console(width=width, color_system="truecolor", force_terminal=True)
    lines = [line for part in parts for line in console.render_lines(part)]
    high, wide = CELL
    out = np.empty((max(rows, len(lines)) * high, width * wide, 3), np.uint8)
    out[:] = PAPER
    for row, line in enumerate(lines):
        column = 0
        for segment in line:
            ink, paper = _colours(segment.style)
            for character in segment.text:
                cell = out[row * high : (row + 1) * high, column * wide : (column + 1) * wide]
                cell[:] = np.where(_shape(character)[..., None], ink, paper)[:, : cell.shape[1]]
                column += 1
    return out


def _colours(style: Style | None) -> tuple[Colour, Colour]:
    """The colours of the characters and behind them."""
    if style is None:
        return INK, PAPER
    ink, paper = _rgb(style.color, INK), _rgb(style.bgcolor, PAPER)
    return (paper, ink) if style.reverse else (ink, paper)


def _rgb(colour: Color | None, default: Colour) -> Colour:
    if colour is None or colour.is_default:
        return default
    red, green, blue = colour.get_truecolor()
    return red, green, blue


@cache
def _shape(character: str) -> NDArray[np.bool_]:
    """The pixels of a character that have its colour."""
    high, wide = CELL
    shape = np.zeros(CELL, bool)
    if lines := _LINES.get(character):
        middle, centre = high // 2, wide // 2
        shape[: middle + 1, centre] |= bool(lines & 1)
        shape[middle:, centre] |= bool(lines & 2)
        shape[middle, : centre + 1] |= bool(lines & 4)
        shape[middle, centre:] |= bool(lines & 8)
    elif character == "·":
        shape[high // 2, wide // 2] = True
    else:
        like = _LIKE.get(character) or unicodedata.normalize("NFKD", character)[0]
        at = 5 * (ord(like if " " <= like <= "~" else "?") - 32)
        columns = np.frombuffer(_GLYPHS[at : at + 5], np.uint8)
        shape[1:8, :5] = columns >> np.arange(7)[:, None] & 1
    return shape
