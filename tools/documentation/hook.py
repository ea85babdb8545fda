"""What MkDocs does not do by itself: our pages outside docs/, the navigation, the API.

- README.md is the home page; ARCHITECTURE.md and the like become pages; links between the
  repository's files become links of the site.
- docs/README.md lists every page by reader: its sections are the tabs of the site.
- Each public module gets a page of the reference, and each game its illustrated rules.
"""

from __future__ import annotations

import posixpath
import re
import shutil
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "src"), str(Path(__file__).parent)]

import reference  # noqa: E402
import rules  # noqa: E402
from mkdocs.structure.files import File, Files, InclusionLevel  # noqa: E402

INDEX = "docs/README.md"
PAGES = {
    "README.md": "index.md",
    INDEX: "contents.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "experiments/README.md": "experiments.md",
}
"""Pages that are not named in the site as in the repository."""
SOURCES = {site: repository for repository, site in PAGES.items()}
LINK = re.compile(r"(\]\()([^)#\s]+)(#[^)\s]*)?(\))")
CODE = re.compile(r"(^```.*?^```$|`[^`\n]+`)", re.M | re.S)
NAMED = re.compile(r"\bdocs/[\w/-]+\.md\b")
LANGUAGES = {".py": "python", ".toml": "toml"}


def on_config(config: Any) -> Any:
    home = ["index.md", {"All pages": "contents.md"}, "changelog.md"]
    config.nav = [{"Home": home}, *readers(), {"API": reference.navigation()}]
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are not in docs/, and whatever the pages link to."""
    for file in list(files):  # programs are shown in pages, and the index has another name
        if file.src_uri == "README.md" or file.src_uri.endswith(".py"):
            files.remove(file)
    for repository, site in PAGES.items():
        _add(files, config, site, (ROOT / repository).read_text("utf-8"))
    for site, text in {**rules.pages(), **reference.pages()}.items():
        _add(files, config, site, text)
    for file in list(files.documentation_pages()):
        for target in linked(file.src_uri, file.content_string):
            _add_target(files, config, target)
    for path in (Path(__file__).parent / "assets").iterdir():
        file = File.generated(config, f"site/{path.name}", abs_src_path=str(path))
        files.append(file)
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Turn links between files of the repository into links of the site."""
    here = page.file.src_uri
    source = SOURCES.get(here, f"docs/{here}")

    def moved(match: re.Match[str]) -> str:
        opening, target, anchor, closing = match.groups()
        if "://" in target:
            return match[0]
        there = site_path(posixpath.normpath(posixpath.join(posixpath.dirname(source), target)))
        path = posixpath.relpath(there, posixpath.dirname(here) or ".")
        return f"{opening}{path}{anchor or ''}{closing}"

    if here.startswith(reference.FOLDER):
        return markdown
    return "".join(
        part if part.startswith("`") else LINK.sub(moved, part) for part in CODE.split(markdown)
    )


def on_page_content(html: str, page: Any, files: Files, **_: Any) -> str:
    """Link the pages that docstrings name, such as docs/records.md."""

    def link(match: re.Match[str]) -> str:
        file = files.get_file_from_path(site_path(match[0]))
        return f'<a href="{file.url_relative_to(page.file)}">{match[0]}</a>' if file else match[0]

    return NAMED.sub(link, html) if page.file.src_uri.startswith(reference.FOLDER) else html


def on_post_build(config: Any) -> None:
    """Leave out what no page loads: source maps, and the search in other languages."""
    scripts = Path(config.site_dir) / "assets" / "javascripts"
    shutil.rmtree(scripts / "lunr", ignore_errors=True)
    for path in Path(config.site_dir, "assets").rglob("*.map"):
        path.unlink()


def site_path(repository: str) -> str:
    """Where a file of the repository is in the site."""
    if (ROOT / repository).is_dir() or repository.endswith(".py"):
        repository += ".md"
    return PAGES.get(repository, repository.removeprefix("docs/"))


def linked(page: str, text: str) -> list[str]:
    """The files of the repository to which a page of the site links."""
    if page.startswith(reference.FOLDER):
        return []
    folder = posixpath.dirname(SOURCES.get(page, f"docs/{page}"))
    targets = [found[1] for part in CODE.split(text)[::2] for found in LINK.findall(part)]
    return [
        posixpath.normpath(posixpath.join(folder, target))
        for target in targets
        if "://" not in target
    ]


def readers() -> list[dict[str, list[str]]]:
    """The tabs: the sections of docs/README.md with the pages that they link."""
    found = []
    for section in (ROOT / INDEX).read_text("utf-8").split("\n## ")[1:]:
        title = section.split("\n", 1)[0].removeprefix("For ").capitalize()
        pages = [site_path(target) for target in linked("contents.md", section)]
        found.append({title: list(dict.fromkeys(pages))})
    for game_page, guide_page in rules.beside().items():
        for tab in found:
            for pages in tab.values():
                if game_page in pages:
                    pages.insert(pages.index(game_page), guide_page)
    found[-1][next(iter(found[-1]))].append("experiments.md")
    return found


def _add(files: Files, config: Any, site: str, text: str) -> None:
    files.append(File.generated(config, site, content=text))


def _add_target(files: Files, config: Any, target: str) -> None:
    """Make sure that a linked file of the repository is part of the site."""
    site, path = site_path(target), ROOT / target
    if files.get_file_from_path(site) or not path.exists():
        return
    if site.endswith(".md"):
        _add(files, config, site, listing(path))
        found = files.get_file_from_path(site)
        assert found
        found.inclusion = InclusionLevel.NOT_IN_NAV
    else:
        files.append(File.generated(config, site, abs_src_path=str(path)))


def listing(root: Path) -> str:
    """A page with a program, or with the programs of a folder."""
    parts = [f"# {root.name}\n"]
    for path in [root] if root.is_file() else sorted(root.rglob("*")):
        if path.suffix in LANGUAGES and "egg-info" not in str(path):
            text = f"````{LANGUAGES[path.suffix]}\n{path.read_text('utf-8')}````\n"
            if path != root:
                parts.append(f"## {path.relative_to(root).as_posix()}\n")
            parts.append(text)
    return "\n".join(parts)
