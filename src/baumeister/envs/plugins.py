"""Registering the environments of the installed games."""

from __future__ import annotations

from warnings import warn

from baumeister.core.registry import games, plugin


def register_environments(library: str) -> None:
    """Import every game's module for a library; a module registers its environments itself.

    A broken plug-in is left out with a warning, so that the other games keep working.
    """
    for game_id in games():
        owner = plugin(game_id)
        path = owner.environments.get(library)
        if path is None:
            continue
        try:
            owner.imported(path)
        except Exception as error:  # a plug-in's module may raise anything
            warn(f"the {library} environments of {game_id} were left out: {error}", stacklevel=3)
