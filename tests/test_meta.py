"""Every clause has a text and a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from baumeister.games.clauses import clauses

from .test_docs import docs_tool

ROOT = Path(__file__).parent.parent
SECTIONS = {
    "baumeister.games.manhattan": {
        "M1": 7, "M2": 10, "M3": 5, "M4": 12, "M5": 4, "M6": 0, "M7": 0, "M8": 5,
    },
    "baumeister.games.tangram_city": {
        "T1": 5, "T2": 5, "T3": 4, "T4": 2, "T5": 4, "T6": 0, "T7": 4,
    },
}  # fmt: skip


def numbered(package):
    return [
        f"{section}.{number}"
        for section, count in SECTIONS[package].items()
        for number in range(1, count + 1)
    ]


TO_TEST = [
    *(clause for package in SECTIONS for clause in numbered(package)),
    *(name for sections in SECTIONS.values() for name, count in sections.items() if not count),
]


@pytest.mark.parametrize("package", SECTIONS)
def test_the_clauses_are_complete(package):
    book = clauses(package)
    assert book.ids() == sorted(
        [*SECTIONS[package], *numbered(package)],
        key=lambda clause: [int(number) for number in clause[1:].split(".")],
    )
    for clause in numbered(package):
        assert book.get(clause).title
        assert book.get(clause).text


@pytest.fixture(scope="module")
def tested():
    return docs_tool.clauses_in_tests(ROOT / "tests")


@pytest.mark.parametrize("clause", TO_TEST)
def test_every_clause_has_a_test(clause, tested):
    assert clause in tested


def test_the_search_for_clauses_can_fail(tmp_path):
    (tmp_path / "test_x.py").write_text('def test_m2_5_x(): "M3.1"\ndef helper(): "M1.1"\n')
    assert set(docs_tool.clauses_in_tests(tmp_path)) == {"M2.5", "M3.1"}
