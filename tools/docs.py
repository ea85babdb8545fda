"""Generate the files and the parts of docs/ that follow from the code.

    .venv/bin/python tools/docs.py

The record schema, the picture of the tiles, the JSON Schema, TypeScript types and OpenAPI document
of the service; everything below the marker in the pages of the games (editions, clauses) and of
the observations (fields, action numbers, features); and the headers of the C++ core
(constants, docstrings).
"""

from __future__ import annotations

import ast
import json
import re
import sys
from itertools import groupby
from pathlib import Path

from baumeister.core.registry import games, plugin
from baumeister.fast import docstrings, layout
from baumeister.fast.manhattan import constants as manhattan_constants
from baumeister.fast.manhattan import context as manhattan_context
from baumeister.fast.manhattan import features as manhattan_features
from baumeister.fast.manhattan import numbers as manhattan_numbers
from baumeister.fast.manhattan import observation as manhattan
from baumeister.fast.tangram_city import constants as tangram_constants
from baumeister.fast.tangram_city import features as tangram_features
from baumeister.fast.tangram_city import numbers as tangram_numbers
from baumeister.fast.tangram_city import observation as tangram_city
from baumeister.games.clauses import clauses
from baumeister.games.manhattan.editions import EDITIONS
from baumeister.games.tangram_city.svg import tiles_svg
from baumeister.games.tangram_city.tiles import tile_set
from baumeister.records.schema import schema
from baumeister.server.people.limit_table import COMMANDS, ENDPOINTS, LIMITS, REQUESTS

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from protocol import common_names, game_types, names_of, openapi, protocol_schema  # noqa: E402
from typescript import common_module, game_module  # noqa: E402

PAGES = {
    "baumeister.games.manhattan": ROOT / "docs" / "games" / "manhattan.md",
    "baumeister.games.tangram_city": ROOT / "docs" / "games" / "tangram-city.md",
}
CORE = ROOT / "src" / "baumeister" / "fast" / "cpp"
OBSERVATIONS = ROOT / "docs" / "observations.md"
TILES = ROOT / "docs" / "images" / "tiles.svg"
SCHEMA = ROOT / "docs" / "record.schema.json"
PROTOCOL = ROOT / "docs" / "protocol.schema.json"
OPENAPI = ROOT / "docs" / "openapi.json"
WEB = ROOT / "web" / "src"
PROTOCOL_PAGE = ROOT / "docs" / "protocol.md"
LIMITS_BEGIN = "<!-- limits: made by tools/docs.py -->\n"
LIMITS_END = "<!-- end of limits -->\n"
MARKER = "<!-- below: made by tools/docs.py -->\n"


def clauses_in_tests(folder: Path) -> dict[str, list[str]]:
    """The names of the tests of each clause: those with its id in their name or docstring."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            ids = set(re.findall(r"\b[MT]\d+(?:\.\d+)?\b", ast.get_docstring(node) or ""))
            name = re.match(r"test_([mt]\d+)(?:_(\d+))?_", node.name)
            if name:
                ids.add(name[1].upper() + (f".{name[2]}" if name[2] else ""))
            for clause in ids:
                found.setdefault(clause, []).append(node.name)
    return found


def editions() -> list[str]:
    lines = ["## Editions (M6)", ""]
    titles = ["edition", "id", "4 players", "3 players", "2 players"]
    titles += ["several highest of one owner", "tie-break", "colours", "districts"]
    lines.append(f"| {' | '.join(titles)} |")
    lines.append("|" + "---|" * 9)
    for name, edition in EDITIONS.items():
        plans = " | ".join("{} × {}".format(*edition.plans[n]) for n in (4, 3, 2))
        highest = "score" if edition.same_owner_highest else "nobody"
        tie = "full" if edition.tie_break else "shared win"
        lines.append(
            f"| {edition.title} | `{name}` | {plans} | {highest} | {tie} |"
            f" {', '.join(edition.colours)} | {', '.join(edition.districts)} |"
        )
    lines += [
        "",
        "Rounds × blocks per colour and round. Urban rules may be added to every edition;",
    ]
    lines += ["in `act-in-games-2018` they are the book's own advanced mode.", ""]
    return lines


def generated(package: str) -> str:
    lines = editions() if package.endswith("manhattan") else []
    lines += ["## The rules, clause by clause", ""]
    book = clauses(package)
    for clause in map(book.get, book.ids()):
        level = "###" if "." not in clause.id else "####"
        lines += [f"{level} {clause.id} {clause.title}", ""]
        if clause.text:
            lines += [clause.text, ""]
    return "\n".join(lines)


def page(package: str) -> str:
    """The page of a game: the handwritten part, then the generated one."""
    by_hand = PAGES[package].read_text("utf-8").split(MARKER)[0]
    return by_hand + MARKER + "\n" + generated(package)


def observations() -> str:
    """The page of the observations: what is written by hand, then the tables."""
    by_hand = OBSERVATIONS.read_text("utf-8").split(MARKER)[0]
    lines = ["", "## Manhattan", "", f"{manhattan.LENGTH} numbers.", ""]
    lines += field_table(manhattan.FIELDS)
    solo, each = tangram_city.length(1), tangram_city.length(2) - tangram_city.length(1)
    lines += ["## Tangram City", ""]
    lines += [
        f"{solo} numbers in a solo game, {each} more for each further player. A solo game:",
        "",
    ]
    lines += field_table(tangram_city.fields(1))
    lines += ["## Action numbers", ""]
    for title, module in (("Manhattan", manhattan_numbers), ("Tangram City", tangram_numbers)):
        lines += [f"### Actions of {title}", "", (module.__doc__ or "").split("\n\n", 1)[1]]
    lines += ["## Features of policies", ""]
    for title, described in (("Manhattan", manhattan_features), ("Tangram City", tangram_features)):
        summary = (described.__doc__ or "").split("\n\n", 1)[1:]
        lines += [f"### Features of {title}", "", *[text.strip() + "\n" for text in summary]]
        lines += feature_table(described.FIELDS)
    summary = (manhattan_context.__doc__ or "").split("\n\n", 1)[1]
    lines += ["### The context of Manhattan", "", summary.strip(), ""]
    lines += feature_table(manhattan_context.FIELDS)
    return by_hand + MARKER + "\n".join(lines)


def feature_table(fields: tuple[layout.Field, ...]) -> list[str]:
    """A row for each feature; neighbours with the same meaning, and the repetition of features for
    the last round, share a row."""
    lines = ["| | feature | meaning |", "|---|---|---|"]
    last = [n for n, each in enumerate(fields) if each.name.endswith(", last")]
    if last:
        fields = fields[: last[0]] + fields[last[-1] + 1 :]
    at = 0
    for meaning, group in groupby(fields, key=lambda each: each.meaning):
        if last and at == last[0]:
            lines.append(f"| {at}–{last[-1]} | …, last | the same in the last round |")
            at = last[-1] + 1
        names = [each.name for each in group]
        numbers = f"{at}–{at + len(names) - 1}" if names[1:] else at
        lines.append(f"| {numbers} | {'; '.join(names)} | {meaning} |")
        at += len(names)
    return [*lines, ""]


def field_table(fields: tuple[layout.Field, ...]) -> list[str]:
    """Each field with the index it begins at."""
    lines = ["| from | field | shape | meaning |", "|---|---|---|---|"]
    at = 0
    for field in fields:
        shape = " × ".join(map(str, field.shape)) or "1"
        lines.append(f"| {at} | {field.name} | {shape} | {field.meaning} |")
        at += field.length
    return [*lines, ""]


def limits() -> str:
    """The page of the protocol with the table of all limits."""
    page = PROTOCOL_PAGE.read_text("utf-8")
    before, rest = page.split(LIMITS_BEGIN)
    after = rest.split(LIMITS_END)[1]
    lines = [
        "|limit|per address|per WebSocket|messages and commands|HTTP operations|",
        "|---|---|---|---|---|",
    ]
    for kind, limit in LIMITS.items():
        rates = [f"{rate.burst},{rate.per_second:g}/s" if rate else "" for rate in limit]
        said = [f"`{name}`" for name, of in {**REQUESTS, **COMMANDS}.items() if of == kind]
        asked = [f"`{name}`" for name, of in ENDPOINTS.items() if of == kind]
        lines.append(f"|`{kind}`|{'|'.join(rates)}|{','.join(said)}|{','.join(asked)}|")
    return before + LIMITS_BEGIN + "\n".join(lines) + "\n" + LIMITS_END + after


def made() -> dict[Path, str]:
    """The other files, whole."""
    return {
        OBSERVATIONS: observations(),
        PROTOCOL_PAGE: limits(),
        CORE / "docs.hpp": docstrings.header(),
        CORE / "manhattan" / "constants.hpp": manhattan_constants.header(),
        CORE / "tangram_city" / "constants.hpp": tangram_constants.header(),
        SCHEMA: json_text(schema()),
        TILES: tiles_svg(tile_set("standard")),
        PROTOCOL: json_text(protocol_schema()),
        OPENAPI: json_text(openapi()),
        **typescript(),
    }


def typescript() -> dict[Path, str]:
    """The types of the protocol: a module that knows no game, and one per game with a web UI."""
    schema, common = protocol_schema(), common_names()
    modules = {WEB / "protocol.ts": common_module(schema, common)}
    for game in map(plugin, games()):
        if game.web is not None:
            own = names_of(game_types(game.game.id))
            path = WEB / "games" / game.web / "protocol.ts"
            modules[path] = game_module(schema, game.name, own, common)
    return modules


def json_text(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    for package, path in PAGES.items():
        path.write_text(page(package), "utf-8")
    for path, text in made().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
