"""Tests about the tests and the documents."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from baumeister.games.clauses import clauses

ROOT = Path(__file__).parent.parent
BOOK = clauses("baumeister.games.manhattan")
SECTIONS = {"M1": 7, "M2": 10, "M3": 5, "M4": 12, "M5": 4, "M6": 0, "M7": 0, "M8": 5}
NUMBERED = [
    f"{section}.{number}" for section, count in SECTIONS.items() for number in range(1, count + 1)
]
TO_TEST = [*NUMBERED, "M6", "M7"]


def clauses_in(folder: Path) -> set[str]:
    """Clause ids in the names and docstrings of test functions."""
    found: set[str] = set()
    for path in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found |= set(re.findall(r"\b[MT]\d+(?:\.\d+)?\b", ast.get_docstring(node) or ""))
                name = re.match(r"test_([mt]\d+)(?:_(\d+))?_", node.name)
                if name:
                    found.add(name[1].upper() + (f".{name[2]}" if name[2] else ""))
    return found


def test_the_data_file_has_every_clause():
    assert BOOK.ids() == sorted(
        [*SECTIONS, *NUMBERED], key=lambda i: [int(n) for n in i[1:].split(".")]
    )
    for clause in NUMBERED:
        assert BOOK.get(clause).title
        assert BOOK.get(clause).text


@pytest.mark.parametrize("clause", TO_TEST)
def test_every_clause_has_a_test(clause):
    assert clause in clauses_in(ROOT / "tests")


def test_the_search_for_clauses_can_fail(tmp_path):
    (tmp_path / "test_x.py").write_text('def test_m2_5_x(): "M3.1"\ndef helper(): "M1.1"\n')
    assert clauses_in(tmp_path) == {"M2.5", "M3.1"}


@pytest.mark.parametrize("clause", TO_TEST)
def test_every_clause_is_documented(clause):
    text = (ROOT / "docs/games/manhattan.md").read_text("utf-8")
    assert re.search(rf"\b{re.escape(clause)}\b(?!\.\d)", text)
