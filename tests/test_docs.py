"""The documentation is current, linked and short, and no file depends on one machine."""

from __future__ import annotations

import importlib.util
import json
import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
MAX_WORDS = 24_250
spec = importlib.util.spec_from_file_location("docs_tool", ROOT / "tools" / "docs.py")
assert spec
assert spec.loader
docs_tool = importlib.util.module_from_spec(spec)
spec.loader.exec_module(docs_tool)


@pytest.mark.parametrize("package", docs_tool.PAGES)
def test_rules_pages_are_current(package):
    """`.venv/bin/python tools/docs.py` writes them."""
    assert docs_tool.PAGES[package].read_text("utf-8") == docs_tool.page(package)


def test_generated_files_are_current():
    """`.venv/bin/python tools/docs.py` writes them."""
    for path, text in docs_tool.made().items():
        assert path.read_text("utf-8").splitlines() == text.splitlines(), path


DOC_PAGES = sorted(
    path for path in DOCS.rglob("*.md") if "examples" not in path.relative_to(DOCS).parts
)
PAGES = [*ROOT.glob("*.md"), *DOC_PAGES, *(ROOT / "experiments").rglob("*.md")]


def links(page):
    """The relative targets of a page's links."""
    targets = re.findall(r"\]\(([^)#]+)", page.read_text("utf-8"))
    return [page.parent / target for target in targets if "://" not in target]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for target in links(page):
        assert target.exists(), target


def test_the_index_links_every_page():
    index = DOCS / "README.md"
    linked = {target.resolve() for target in links(index)}
    assert {page.resolve() for page in DOC_PAGES} - {index.resolve()} <= linked


def test_the_documentation_is_short():
    """Without the ladder, whose lines are measurements."""
    pages = [page for page in DOCS.rglob("*.md") if page.name != "ladder.md"]
    words = sum(len(page.read_text("utf-8").split()) for page in pages)
    assert words <= MAX_WORDS


# --- nothing depends on one machine ---------------------------------------------------------

MACHINE_PATH = re.compile(r"(?<![\w.~*-])(?:/(?:home|root|Users)/|[A-Z]:\\\\?Users\\)\w")
BINARY = {".gz", ".pdf", ".png", ".pyc", ".so", ".pyd", ".webp", ".woff2"}


def text_files():
    """The project's own text files: no hidden folders, no build outputs, no packages of others."""
    skipped = {"node_modules", "client", "site", "build", "dist", "screenshots", "__pycache__"}
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in skipped and not name.startswith(".")]
        for name in files:
            path = Path(folder, name)
            if not name.startswith(".") and path.suffix not in BINARY:
                yield path


def test_pages_named_in_code_exist():
    code = {".py", ".hpp", ".cpp", ".ts", ".svelte", ".toml"}
    named = {
        name: path
        for path in text_files()
        if path.suffix in code
        for name in re.findall(r"\bdocs/[\w/-]+\.md\b", path.read_text("utf-8"))
    }
    assert "docs/how-bots-think.md" in named
    assert not {name: path for name, path in named.items() if not (ROOT / name).exists()}


def test_no_file_contains_a_path_of_one_machine():
    found = [
        path
        for path in text_files()
        if path != Path(__file__) and MACHINE_PATH.search(path.read_text("utf-8", errors="replace"))
    ]
    assert not found


@pytest.mark.parametrize(
    ("text", "is_path"),
    [
        ("see /home/ann/x", True),
        ("'/Users/ann/x'", True),
        (r"C:\Users\ann", True),
        ("web/home/page", False),
        ("https://play.example/home", False),
    ],
)
def test_the_search_for_paths_can_fail(text, is_path):
    assert bool(MACHINE_PATH.search(text)) == is_path


@pytest.mark.parametrize(
    "path", sorted((ROOT / "requirements").glob("*.txt")), ids=lambda path: path.name
)
def test_locked_requirements_name_no_index(path):
    lines = [line.strip() for line in path.read_text("utf-8").splitlines()]
    options = ("-i", "-f", "--index-url", "--extra-index-url", "--find-links")
    assert not [line for line in lines if line.startswith(options) or "://" in line]


def test_the_lock_of_the_browser_client_names_no_registry():
    locked = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    assert not [name for name, each in locked.items() if "resolved" in each]
