"""The documents say what the code does."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
spec = importlib.util.spec_from_file_location("docs_tool", ROOT / "tools" / "docs.py")
assert spec
assert spec.loader
docs_tool = importlib.util.module_from_spec(spec)
spec.loader.exec_module(docs_tool)


@pytest.mark.parametrize("package", docs_tool.PAGES)
def test_the_rules_pages_are_current(package):
    """`.venv/bin/python tools/docs.py` writes them."""
    assert docs_tool.PAGES[package].read_text("utf-8") == docs_tool.page(package)


MADE = docs_tool.made()


@pytest.mark.parametrize("path", MADE, ids=lambda path: "/".join(path.parts[-2:]))
def test_what_is_made_from_the_code_is_current(path):
    """`.venv/bin/python tools/docs.py` writes it."""
    assert path.read_text("utf-8") == MADE[path]


PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_nothing_names_this_machine_or_a_registry():
    names = re.compile(
        "|".join(["py" + "pi.org", "registry." + "npmjs", "/work" + "/", "/opt" + "/"])
    )
    for path in ROOT.rglob("*"):
        parts = path.relative_to(ROOT).parts
        if "node_modules" in parts:
            continue
        if path.is_file() and not parts[0].startswith(".") and path.suffix not in (".pyc", ".png"):
            assert not names.search(path.read_text("utf-8", errors="replace")), path
