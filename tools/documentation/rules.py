"""The illustrated rules of each game as a page: the texts and pictures of the browser client.

`tools/rule-pictures` takes the pictures from the client.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path

from markdown.extensions.toc import slugify

from baumeister.core.plugin import Plugin
from baumeister.core.registry import games, register
from baumeister.games.clauses import clauses_of
from baumeister.games.guide import Page, guide_of

ROOT = Path(__file__).resolve().parents[2]
PICTURES = "images/rules"


@cache
def plugins() -> dict[str, Plugin]:
    """Our games, which need not be installed, by id."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found = {}
    for path in project["entry-points"]["baumeister.games"].values():
        module, _, name = path.partition(":")
        plugin = getattr(import_module(module), name)
        if plugin.game.id not in games():
            register(plugin)
        found[plugin.game.id] = plugin
    return found


def page_of(game_id: str) -> str:
    return f"games/{game_id}-illustrated.md"


def beside() -> dict[str, str]:
    """The pages with illustrated rules by the page of the game."""
    return {f"games/{game_id}.md": page_of(game_id) for game_id in plugins()}


def pages() -> dict[str, str]:
    return {page_of(game_id): source(game_id) for game_id in plugins()}


def source(game_id: str) -> str:
    """The page of a game."""
    plugin = plugins()[game_id]
    lines = [f"# How to play {plugin.name}\n"]
    lines.append(f"Every clause, option and edition: [{plugin.name}]({game_id}.md).\n")
    for chapter in guide_of(plugin.game):
        lines.append(f"## {chapter.title}\n")
        for page in chapter.pages:
            lines += part(game_id, chapter.id, page)
    return "\n".join(lines)


def part(game_id: str, chapter: str, page: Page) -> list[str]:
    lines = [f"### {page.title}\n"] if page.title else []
    lines.append(page.text.replace("\n- ", "\n\n- ", 1) + "\n")
    if page.figure:
        # the caption below is what the picture shows
        picture = f"../{PICTURES}/{game_id}/{chapter}-{page.id}.webp"
        lines.append(f"![{page.caption}]({picture})\n\n*{page.caption}*\n{{ .caption }}\n")
    if page.clauses:
        book = clauses_of(plugins()[game_id].game)
        links = [
            f"[{each.id}]({game_id}.md#{slugify(f'{each.id} {each.title}', '-')})"
            for each in map(book.get, page.clauses)
        ]
        lines.append(f"In detail: {', '.join(links)}\n{{ .clauses }}\n")
    return lines
