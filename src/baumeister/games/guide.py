"""The illustrated rules: one page per game that teaches it, before the reference of all clauses.

A game brings a module (`Plugin.guide`) with `SECTIONS`, and beside it one file of texts per
language, `guide.en.toml`. Figures are data made from positions of the engine; the game's own
component draws them, or, for a game without a web folder, they hold an SVG (`{"svg": "<svg …"}`).
The numbers in texts are placeholders that the engine fills, so that a page cannot contradict the
rules.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol

from baumeister.core.game import AnyGame
from baumeister.core.messages import Value, format_message
from baumeister.core.registry import plugin_of
from baumeister.games.clauses import closest

NO_NUMBERS: Final[Mapping[str, Value]] = MappingProxyType({})


class Figure(NamedTuple):
    """A picture, and the numbers that the texts beside it quote."""

    data: dict[str, Any]
    """JSON for the component that draws it."""
    numbers: Mapping[str, Value] = NO_NUMBERS


class Part(NamedTuple):
    """One step of the page: a text, with a picture where there is something to see."""

    id: str
    clauses: tuple[str, ...] = ()
    """What the part teaches, for links to the reference and back."""
    figure: Callable[[], Figure] | None = None


class Section(NamedTuple):
    id: str
    parts: tuple[Part, ...]


class GuideModule(Protocol):
    """What `Plugin.guide` names."""

    SECTIONS: tuple[Section, ...]
    NUMBERS: Mapping[str, Value]
    """Numbers that every text may quote."""


class Page(NamedTuple):
    """A part in one language, as it is shown."""

    id: str
    clauses: tuple[str, ...]
    title: str
    """May be empty: the part continues the one before."""
    text: str
    """Paragraphs separated by empty lines; lines that begin with `- ` are a list; **bold**."""
    caption: str
    figure: dict[str, Any] | None
    labels: dict[str, str]
    """Words inside the figure."""


class Chapter(NamedTuple):
    """A section in one language."""

    id: str
    title: str
    pages: tuple[Page, ...]


def has_guide(game: AnyGame) -> bool:
    return plugin_of(game).guide is not None


def guide_of(game: AnyGame, language: str = "en") -> tuple[Chapter, ...]:
    """The illustrated rules of a game; none if the game brings no such page."""
    path = plugin_of(game).guide
    return () if path is None else _guide(path, plugin_of(game).load("guide"), closest(language))


@cache
def _guide(path: str, module: GuideModule, language: str) -> tuple[Chapter, ...]:
    package = path.rpartition(".")[0]
    texts = guide_texts(package, language)
    return tuple(
        Chapter(
            section.id,
            texts[section.id]["title"],
            tuple(_page(part, texts[section.id], module, language) for part in section.parts),
        )
        for section in module.SECTIONS
    )


def guide_texts(package: str, language: str) -> dict[str, Any]:
    """The texts by section and part; in English if they are not translated."""
    folder = files(package)
    path = folder.joinpath(f"guide.{language}.toml")
    found = path if path.is_file() else folder.joinpath("guide.en.toml")
    return tomllib.loads(found.read_text("utf-8"))


def _page(part: Part, texts: dict[str, Any], module: GuideModule, language: str) -> Page:
    own = texts[part.id]
    figure = part.figure() if part.figure else None
    values = {**module.NUMBERS, **(figure.numbers if figure else {})}

    def said(text: str) -> str:
        return format_message(text, values, language).strip()

    return Page(
        part.id,
        part.clauses,
        said(own.get("title", "")),
        said(own["text"]),
        said(own.get("caption", "")),
        figure.data if figure else None,
        {key: said(text) for key, text in own.get("labels", {}).items()},
    )
