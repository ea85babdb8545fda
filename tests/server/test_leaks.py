"""Nothing leaks: in twin games (twins.py) an observer receives the same bytes.

Messages, their number and order, errors, previews, hints, pages, exports, lists, metrics and logs;
over many random games, for every kind of observer. Services with deliberate leaks show that the
test can fail.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from baumeister.core.registry import find
from tests.server import leaking, probes
from tests.server.inside import JSON
from tests.server.observer import SEEDS, told
from tests.server.twins import Twins

LIVE = {"kind": "live", "bank": 3600, "increment": 10}
DAYS = {"kind": "days", "days": 2}


class Case(NamedTuple):
    """The observer: the `seats` of one person, or a kind of spectator."""

    game: str
    options: JSON
    seats: tuple[int, ...] = ()
    kind: str = ""
    secret: str = "none"
    pace: JSON | None = None

    @property
    def new(self) -> JSON:
        return {
            "game": self.game,
            "options": self.options,
            "pace": self.pace or {"kind": "untimed"},
        }

    def __str__(self) -> str:
        eyes = "".join(map(str, self.seats)) or self.kind
        return f"{self.game}-{self.options['players']}-{eyes}-{self.secret}"


M, T = "manhattan", "tangram-city"
SECRET = {"choice": "secret", "rounds": 2}
CASES = [
    Case(M, {"players": 2, "rounds": 2}, (1,), pace=LIVE),
    Case(M, {"players": 2, **SECRET}, (0,), secret="pending"),
    Case(M, {"players": 2, "rounds": 2}, kind="stranger"),
    Case(M, {"players": 3, "rounds": 2, "urban": True}, (0,)),
    Case(M, {"players": 3, **SECRET}, (2,), pace=LIVE),
    Case(M, {"players": 3, "rounds": 2}, (0, 2), pace=DAYS),
    Case(M, {"players": 3, **SECRET}, kind="host", secret="pending"),
    Case(M, {"players": 4, "rounds": 1, "variants": ["godzilla"]}, (3,)),
    Case(M, {"players": 4, "choice": "one-by-one", "rounds": 1}, (1, 2)),
    Case(M, {"players": 4, **SECRET}, kind="invited"),
    Case(T, {"players": 1}, (0,), secret="deal"),
    Case(T, {"players": 1, "printed_field": False}, kind="stranger", secret="deal", pace=DAYS),
    Case(T, {"players": 2}, (0,), secret="deal", pace=LIVE),
    Case(T, {"players": 2}, (1,), pace=LIVE),
    Case(T, {"players": 2}, kind="stranger", secret="deal"),
    Case(T, {"players": 3}, (2,), secret="deal"),
    Case(T, {"players": 3, "printed_field": False}, (0,), pace=LIVE),
    Case(T, {"players": 3}, (0, 1), secret="pending", pace=DAYS),
    Case(T, {"players": 3, "same_board": True}, kind="host", secret="deal"),
    Case(T, {"players": 4, "start_points": 0}, (1,), secret="deal", pace=LIVE),
    Case(T, {"players": 4}, (0, 3), secret="deal"),
    Case(T, {"players": 5}, (4,), secret="deal"),
    Case(T, {"players": 5, "printed_field": False}, kind="invited", secret="pending"),
]


SELDOM = {2, 4, 8, 11, 12, 16, 19, 20, 21}
"""Cases of the slow run: others have their kind of observer, their secret and their clock."""
OFTEN = [
    pytest.param(case, marks=pytest.mark.slow) if number in SELDOM else case
    for number, case in enumerate(CASES)
]


def both(
    case: Case, seed: object, data: Path, most: int = 1000
) -> tuple[Twins, list[list[str]], list[list[str]]]:
    game = find(case.game)
    options = game.options(case.options)
    twins = Twins(game, options, frozenset(case.seats), case.secret, seed, most)
    one, other = (
        asyncio.run(told(twins, which, case.kind, case.new, data / f"{seed}-{which}"))
        for which in (0, 1)
    )
    return twins, one, other


def first_difference(one: list[list[str]], other: list[list[str]]) -> int | None:
    found = (step for step, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
    return next(found, None)


def check(case: Case, seed: object, data: Path) -> None:
    twins, one, other = both(case, seed, data)
    at = first_difference(one, other)
    last = len(twins.steps) - 1
    if at is None or at < last:
        assert at is not None, "what has come out is not told"
        pytest.fail(f"{case}, seed {seed}, step {at} of {last}: {differing(one[at], other[at])}")
    early = "".join(text for step in one[:-1] for text in step)
    assert SEEDS[0] not in early


def differing(one: list[str], other: list[str]) -> str:
    for a, b in zip(one, other, strict=False):
        if a != b:
            return f"\n{a[:2000]}\n{b[:2000]}"
    return f"{len(one)} messages and {len(other)}: {(one + other)[-1][:2000]}"


@pytest.mark.parametrize("case", OFTEN, ids=str)
def test_an_observer_receives_the_same_in_twin_games(case: Case, tmp_path: Path) -> None:
    check(case, 1, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_observer_receives_the_same_in_many_twin_games(
    case: Case, seed: int, tmp_path: Path
) -> None:
    check(case, seed, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200))
def test_nothing_leaks_at_random_tables(seed: int, tmp_path: Path) -> None:
    check(any_case(random.Random(seed)), seed, tmp_path)


def any_case(rng: random.Random) -> Case:
    """A random table and observer."""
    game = rng.choice((M, T))
    players = rng.randint(2, 4) if game == M else rng.randint(1, 5)
    options: JSON = {"players": players}
    if game == M:
        variants = ("godzilla", "baby-godzilla", "progressive", "anti-trust")
        options |= {
            "choice": rng.choice(("open", "secret", "one-by-one")),
            "rounds": rng.randint(1, 3),
            "hand": rng.randint(4, 6),
            "urban": rng.random() < 0.5,
            "variants": rng.sample(variants, rng.randrange(2)),
        }
    else:
        options |= {name: rng.random() < 0.5 for name in ("printed_field", "same_board")}
    most = max(1, players - 1)
    seats = tuple(sorted(rng.sample(range(players), rng.randint(1, most))))
    if rng.random() < 0.3:
        seats = ()
    kind = "" if seats else rng.choice(("host", "invited", "stranger"))
    secret = rng.choice(("none", "pending") if game == M else ("none", "pending", "deal"))
    return Case(game, options, seats, kind, secret, rng.choice((None, LIVE, DAYS)))


# --- services with deliberate leaks ---------------------------------------------------

TWO = Case(T, {"players": 2}, (0,), pace=LIVE)
LEAKS: list[tuple[Callable[[pytest.MonkeyPatch], None], Case]] = [
    (leaking.the_pile, Case(M, {"players": 3, "rounds": 1}, (0,))),
    (leaking.draws, Case(M, {"players": 2, "rounds": 1}, kind="stranger")),
    (leaking.cards, Case(T, {"players": 1}, (0,), secret="deal")),
    (leaking.pending, Case(M, {"players": 3, **SECRET}, (0,))),
    (leaking.scoring, TWO),
    (leaking.shared_view, Case(M, {"players": 2, "rounds": 1}, kind="stranger")),
    (leaking.shared_view, Case(T, {"players": 2}, (0,), secret="deal")),
    (leaking.shared_story, Case(M, {"players": 2, "rounds": 1}, kind="stranger")),
    (leaking.rounds, Case(M, {"players": 2, "rounds": 2, "blocks": 1}, (0,))),
    (leaking.every_change, Case(T, {"players": 3}, kind="stranger")),
    (leaking.row_number, TWO),
    (leaking.changes_of_all, TWO),
    (leaking.errors, Case(T, {"players": 3}, (1,), secret="pending")),
    (leaking.export, Case(M, {"players": 3, "rounds": 1}, (0,))),
    (leaking.preview, Case(T, {"players": 1}, (0,), secret="deal")),
    (leaking.clocks, TWO),
    (leaking.times, TWO),
    (leaking.log, TWO),
]


def noticed(case: Case, seed: int, data: Path) -> bool:
    """True if an observer who tries every probe learns more than it may know."""
    twins, one, other = both(case, seed, data, most=18)
    at = first_difference(one, other)
    return at is not None and at < len(twins.steps) - 1


QUICK = 3
"""The quick suite plants every third leak, the slow one all of them."""
PLANTED = [
    pytest.param(*each, marks=() if at % QUICK == 0 else pytest.mark.slow)
    for at, each in enumerate(LEAKS)
]


@pytest.mark.parametrize(("leak", "case"), PLANTED, ids=lambda each: getattr(each, "__name__", ""))
def test_a_leak_is_found(
    leak: Callable[[pytest.MonkeyPatch], None],
    case: Case,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    leak(monkeypatch)
    monkeypatch.setattr(probes, "ASKED", 11)
    assert any(noticed(case, seed, tmp_path) for seed in (2, 0, 1, 3))  # 2 shows all of them


@pytest.mark.parametrize("case", [LEAKS[0][1], TWO], ids=str)
def test_no_leak_is_found_where_there_is_none(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probes, "ASKED", 11)
    assert not noticed(case, 2, tmp_path)
