"""The pages of the API: one for each public module.

Public are the packages that export names (`__all__`), and the modules that the documentation names
or that are listed here. The service and the command line are programs, not modules to import.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src"
FOLDER = "api/"
PROGRAMS = {"server", "cli", "site", "__main__"}
ORDER = ("core", "games", "records", "bots", "work", "arena", "envs", "fast", "gpu", "training")
"""Packages in the navigation; others follow."""
LISTED = re.compile(
    r"baumeister\.(testing|solvers\.\w+|training\.run|records\.(schema|positions)"
    r"|games\.\w+\.(actions|state|view|options|scoring|geometry|tiles)"
    r"|bots\.(hints|position)|fast\.(api|positions)|fast\.\w+\.(numbers|observation)"
    r"|envs\.rewards|envs\.gymnasium\.(seat_env|vector)|envs\.pettingzoo\.aec)"
)
NAMED = re.compile(r"(?:from (baumeister[\w.]*) import ([\w, ]+))|(\bbaumeister(?:\.[a-z_]\w*)+)")


@cache
def modules() -> dict[str, Path]:
    """The files of all modules by name."""
    found = {}
    for path in (SOURCE / "baumeister").rglob("*.py"):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        if PROGRAMS.isdisjoint(parts[1:2]):
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def public() -> tuple[str, ...]:
    """The names of the public modules and of the packages that hold them, in order."""
    chosen = {name for name in modules() if LISTED.fullmatch(name)} | _exporting() | _documented()
    chosen |= {name[:end] for name in chosen for end in range(len(name)) if name[end] == "."}
    return tuple(sorted(chosen, key=_order))


def pages() -> dict[str, str]:
    """The source of each page: mkdocstrings fills it from the docstrings."""
    return {page_of(module): source(module) for module in public()}


def page_of(module: str) -> str:
    path = FOLDER + module.replace(".", "/")
    return path + ("/index.md" if _is_package(module) else ".md")


def source(module: str) -> str:
    """The front matter, the directive for mkdocstrings, and tables of what is on other pages."""
    lines = [f"---\ntitle: {module.rpartition('.')[2]}\n---\n", f"::: {module}"]
    own, elsewhere = exports(module)
    if _is_package(module):
        lines += ["    options:", f"      members: {sorted(own, key=_kind) if own else 'false'}"]
    if elsewhere:
        links = [f"[`{name}`][{elsewhere[name]}]" for name in sorted(elsewhere)]
        lines += ["\n## Also exported\n", ", ".join(links)]
    inner = _inner(module)
    if inner:
        lines += ["\n## Modules\n", "| module | |", "|---|---|"]
        lines += [f"| [`{name}`][{name}] | {summary(name)} |" for name in inner]
    return "\n".join(lines) + "\n"


def exports(package: str) -> tuple[set[str], dict[str, str]]:
    """The names that a package exports: those to describe on its page, and where the others are.

    A name is described once, on the page of its module or, if that has none, of its package.
    """
    if not _is_package(package):
        return set(), {}
    body = _parsed(package).body
    origins = {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in _imports(body)
        for alias in node.names
    }
    own, elsewhere = set(), {}
    for name in _all(body):
        origin, original = origins.get(name, (package, name))
        described_here = origin == package or (
            origin not in public() and origin.rpartition(".")[0] == package
        )
        if described_here:
            own.add(name)
        elif f"{origin}.{original}" not in modules():
            elsewhere[name] = _described(origin, original)
    return own, elsewhere


def _described(module: str, name: str) -> str:
    """The path under which a name is described."""
    if module in public() and not _is_package(module):
        return f"{module}.{name}"
    for node in _imports(_parsed(module).body) if _is_package(module) else ():
        for alias in node.names:
            if name == (alias.asname or alias.name):
                return _described(node.module or "", alias.name)
    return f"{module}.{name}"


def _imports(body: list[ast.stmt]) -> list[ast.ImportFrom]:
    """The imports of names, also those that only type checkers see: these are imported late."""
    late = [each for node in body if isinstance(node, ast.If) for each in node.body]
    return [node for node in [*body, *late] if isinstance(node, ast.ImportFrom)]


def _all(body: list[ast.stmt]) -> list[str]:
    for node in body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return list(ast.literal_eval(node.value))
    return []


def summary(module: str) -> str:
    """The first paragraph of a module's docstring."""
    text = ast.get_docstring(_parsed(module)) or ""
    return text.split("\n\n", 1)[0].replace("\n", " ").replace("|", "\\|").rstrip(":")


def navigation() -> list[Any]:
    """The modules as a tree."""

    def branch(module: str) -> Any:
        name, inner = module.rpartition(".")[2], _inner(module)
        return {name: [page_of(module), *map(branch, inner)] if inner else page_of(module)}

    return branch("baumeister")["baumeister"]


def _inner(module: str) -> list[str]:
    return [name for name in public() if name.rpartition(".")[0] == module]


def _is_package(module: str) -> bool:
    return modules()[module].name == "__init__.py"


def _exporting() -> set[str]:
    """The packages with a list of exported names."""
    return {
        name
        for name in modules()
        if _is_package(name) and "\n__all__ = [" in modules()[name].read_text("utf-8")
    }


def _documented() -> set[str]:
    """The modules that README.md and docs/ name."""
    found = set()
    for path in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for package, names, whole in NAMED.findall(path.read_text("utf-8")):
            found |= {package, whole, whole.rpartition(".")[0]}
            found |= {f"{package}.{name.strip()}" for name in names.split(",")}
    return found & set(modules())


@cache
def _parsed(module: str) -> ast.Module:
    return ast.parse(modules()[module].read_text("utf-8"))


def _kind(name: str) -> tuple[int, str]:
    """Classes before functions before constants."""
    return (2 if name.isupper() else 0 if name[0].isupper() else 1), name


def _order(module: str) -> tuple[int, str]:
    package = (module.split(".") + [""])[1]
    at = ORDER.index(package) if package in ORDER else len(ORDER)
    return (at if package else -1), module
