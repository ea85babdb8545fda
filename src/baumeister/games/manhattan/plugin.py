"""What Manhattan brings to each layer."""

from __future__ import annotations

from typing import Final

from baumeister.core.plugin import Plugin
from baumeister.games.manhattan.game import MANHATTAN

PLUGIN: Final = Plugin(
    game=MANHATTAN,
    title="Manhattan",
    guide="baumeister.games.manhattan.guide",
    position_text="baumeister.games.manhattan.position_text",
    terminal="baumeister.cli.manhattan.board",
    positions="baumeister.fast.manhattan",
    bots="baumeister.bots.manhattan.levels",
    analysis="baumeister.bots.manhattan.analysis",
    explorer="baumeister.explorer.manhattan",
    puzzles="baumeister.puzzles.manhattan",
    wire="baumeister.server.wire.manhattan",
    drafts="baumeister.server.wire.manhattan.drafts",
    environments={
        "gymnasium": "baumeister.envs.gymnasium.manhattan",
        "openspiel": "baumeister.envs.openspiel.manhattan",
    },
    training={
        "manhattan": "baumeister.training.manhattan.policy",
        "manhattan-value": "baumeister.training.manhattan.value_network",
    },
    web="manhattan",
)
