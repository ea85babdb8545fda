"""What a game brings to each layer.

A game is a plug-in: one `Plugin` names the rules and, by import path, every part the game brings
of its own. A part is imported when it is first used, so that lower layers never import higher
ones. For a part that is left out, the layer has a generic one (docs/adding-a-game.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from baumeister.core.errors import BaumeisterError
from baumeister.core.game import AnyGame


class PluginError(BaumeisterError):
    """A plug-in that cannot be used."""

    code = "plugin"


@dataclass(frozen=True, eq=False)
class Plugin:
    """One game and the parts it brings. Every part but the rules is optional."""

    game: AnyGame
    """The rules."""
    title: str = ""
    """The game's name as players know it; defaults to its id."""
    guide: str | None = None
    """Module: the illustrated rules (`games.guide.GuideModule`)."""
    position_text: str | None = None
    """Module: positions as text (`core.position_text.PositionTextModule`)."""
    terminal: str | None = None
    """Module: the text board for the terminal (`cli.boards.TextBoard`)."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """Commands of its own for the command line: name to `module:function`."""
    positions: str | None = None
    """Module: positions played by numbers (`fast.positions.PositionModule`)."""
    bots: str | None = None
    """Module: the levels (`bots.levels.LevelsModule`)."""
    analysis: str | None = None
    """Module: evaluator and explanations (`bots.analysis.parts.AnalysisModule`)."""
    explorer: str | None = None
    """Module: what the explorer counts (`explorer.features.ExplorerModule`)."""
    puzzles: str | None = None
    """Module: kinds of puzzles (`puzzles.parts.PuzzlesModule`)."""
    wire: str | None = None
    """Module: views, previews and scorings as they are sent (`server.wire.games.GameWire`)."""
    editor: str | None = None
    """Module: checks parts that players draw themselves (`server.wire.editors.EditorModule`)."""
    drafts: str | None = None
    """Module: positions set up by hand (`server.wire.editors.DraftModule`)."""
    environments: Mapping[str, str] = field(default_factory=dict)
    """By library (`gymnasium`, `openspiel`): the module that registers its environments."""
    training: Mapping[str, str] = field(default_factory=dict)
    """By the name `baumeister train` knows: the module that trains."""
    web: str | None = None
    """The folder of web/src/games/ with its user interface; None: the plain table."""

    @property
    def name(self) -> str:
        """The title, or the id of a game without one."""
        return self.title or self.game.id

    def load(self, part: str) -> Any:
        """Import a part's module; None if the game does not bring the part."""
        path: str | None = getattr(self, part)
        return None if path is None else self.imported(path)

    def imported(self, path: str) -> Any:
        """Import `module` or `module:attribute`; PluginError names the game if that fails.

        ImportErrors of optional dependencies pass through: callers know which extra is missing.
        """
        return _imported(self.game.id, path)


@cache
def _imported(game_id: str, path: str) -> Any:
    module, _, attribute = path.partition(":")
    try:
        found = import_module(module)
        return getattr(found, attribute) if attribute else found
    except ImportError:
        raise
    except Exception as error:
        reason = f"the game {game_id} brings {path}, which fails: {error!r}"
        raise PluginError(reason) from error
