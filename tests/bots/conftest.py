"""A game that brings only its rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from baumeister.core.game import AnyGame
from baumeister.core.registry import known

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "card-nim"


@pytest.fixture
def card_nim(monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyGame]:
    """Card Nim, registered for the duration of a test."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    from card_nim.game import PLUGIN

    game: AnyGame = PLUGIN.game
    with known(game):
        yield game
