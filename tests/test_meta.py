"""Every clause has a text and a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from baumeister.core.registry import find, games
from baumeister.games.clauses import clauses

from .test_docs import docs_tool

ROOT = Path(__file__).parent.parent
PACKAGES = [type(find(game_id)).__module__.rpartition(".")[0] for game_id in games()]
FINAL = {"M": "M1 M2 M3 M4 M5 M6 M7 M8", "T": "T1 T2 T3 T4 T5 T6 T7"}
"""The sections of each game, by its letter: their ids never change."""


def is_numbered(ids):
    """Whether each section is followed by its clauses, counted from 1."""
    expected = 1
    for clause in ids:
        _, _, number = clause.partition(".")
        if number and int(number) != expected:
            return False
        expected = int(number) + 1 if number else 1
    return True


def to_test(package):
    """The clauses, and the sections that have none."""
    ids = clauses(package).ids()
    parents = {clause.partition(".")[0] for clause in ids if "." in clause}
    return [clause for clause in ids if clause not in parents]


@pytest.mark.parametrize("package", PACKAGES)
def test_the_clauses_are_complete(package):
    book = clauses(package)
    ids = book.ids()
    sections = [clause for clause in ids if "." not in clause]
    assert sections == FINAL[ids[0][0]].split()
    assert is_numbered(ids)
    for clause in ids:
        assert book.get(clause).title
        assert book.get(clause).text or "." not in clause


def test_a_missing_clause_would_be_noticed():
    assert is_numbered(["M1", "M1.1", "M1.2", "M2"])
    assert not is_numbered(["M1", "M1.1", "M1.3"])


def test_every_clause_has_a_test():
    tested = docs_tool.clauses_in_tests(ROOT / "tests")
    wanted = [each for package in PACKAGES for each in to_test(package)]
    assert len(wanted) > 60
    assert [clause for clause in wanted if clause not in tested] == []


def test_the_search_for_clauses_can_fail(tmp_path):
    (tmp_path / "test_x.py").write_text('def test_m2_5_x(): "M3.1"\ndef helper(): "M1.1"\n')
    assert set(docs_tool.clauses_in_tests(tmp_path)) == {"M2.5", "M3.1"}
