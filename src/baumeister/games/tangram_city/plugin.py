"""What Tangram City brings to each layer."""

from __future__ import annotations

from typing import Final

from baumeister.core.plugin import Plugin
from baumeister.games.tangram_city.game import TANGRAM_CITY

PLUGIN: Final = Plugin(
    game=TANGRAM_CITY,
    title="Tangram City",
    guide="baumeister.games.tangram_city.guide",
    position_text="baumeister.games.tangram_city.position_text",
    terminal="baumeister.cli.tangram_city.board",
    commands={
        "tiles": "baumeister.cli.tangram_city.tiles:tiles_command",
        "solve": "baumeister.cli.tangram_city.solve:solve_command",
        "puzzle": "baumeister.cli.tangram_city.puzzle:puzzle_command",
    },
    positions="baumeister.fast.tangram_city",
    bots="baumeister.bots.tangram_city.levels",
    analysis="baumeister.bots.tangram_city.analysis",
    explorer="baumeister.explorer.tangram_city",
    puzzles="baumeister.puzzles.tangram_city",
    wire="baumeister.server.wire.tangram_city",
    drafts="baumeister.server.wire.tangram_city.drafts",
    editor="baumeister.server.wire.tangram_city.editor",
    environments={
        "gymnasium": "baumeister.envs.gymnasium.tangram_city",
        "openspiel": "baumeister.envs.openspiel.tangram_city",
    },
    training={
        "tangram-city": "baumeister.training.tangram_city.value_network",
    },
    web="tangram-city",
)
