"""Puzzles are made out of self-play, and only clear ones that are not obvious."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from baumeister.bots.analysis.result import consequences
from baumeister.core.position_text import parse_position
from baumeister.core.registry import find
from baumeister.games.manhattan.board import SITE_NAMES
from baumeister.puzzles import Budgets, PuzzleError, kind_of, make_from_game
from baumeister.puzzles.answering import answer, question_of
from baumeister.puzzles.making.measuring import exceeds
from baumeister.puzzles.making.self_play import is_obvious
from baumeister.puzzles.making.verifying import verify
from baumeister.puzzles.parts import kinds_of, known_reasons
from baumeister.puzzles.shipped import position_kinds, provenance, shipped, shipped_days
from tests.puzzles.kinds import easy_kind

MANHATTAN = find("manhattan")
SMALL = Budgets(play=30, screen=50, verify=100)
ROUNDED = 3e-4
"""Margins and errors are stored with four digits."""
SHIPPED = [puzzle for game, kind in position_kinds() for puzzle in shipped(game.id, kind)]


@pytest.fixture(scope="module")
def made():
    """A game of self-play, with budgets for tests and a kind that demands little."""
    with easy_kind("best-move"):
        return make_from_game(MANHATTAN, "best-move", 0, 3, SMALL)


def test_a_game_brings_the_same_puzzles_again(made):
    with easy_kind("best-move"):
        assert make_from_game(MANHATTAN, "best-move", 0, 3, SMALL) == made
    assert made.decisions > made.candidates >= len(made.puzzles) > 0


def test_shipped_puzzles_have_a_clear_best_move():
    for puzzle in SHIPPED:
        players = MANHATTAN.players(parse_position(puzzle.position).options)
        least = kind_of(MANHATTAN, puzzle.kind).least_margin(players)
        assert exceeds(puzzle.margin, puzzle.error, least - ROUNDED), puzzle.id


def test_a_puzzle_has_refutations(made):
    puzzle = made.puzzles[0]
    assert puzzle.wrong
    assert all(each.move not in puzzle.best for each in puzzle.wrong)
    assert puzzle.reasons
    assert 1 <= puzzle.difficulty <= 5


def test_verifying_tells_what_is_found(made):
    found = verify(made.puzzles[0], 100, 7)
    assert found.id == made.puzzles[0].id
    assert len(found.best) == 3
    assert found.margin > 0 or not found.survives


@pytest.mark.parametrize("puzzle", SHIPPED[::10], ids=lambda puzzle: puzzle.id)
def test_shipped_puzzles_are_whole(puzzle):
    question = question_of(puzzle)
    state = question.game.determinize(question.view, Random(0))
    legal = set(map(str, question.game.legal(state, puzzle.seat)))
    assert {*puzzle.best, *(each.move for each in puzzle.wrong)} <= legal
    assert not is_obvious(question, question.game.parse(puzzle.best[0]))
    assert answer(puzzle, puzzle.best[0]).right
    told = answer(puzzle, puzzle.wrong[0].move)
    assert not told.right
    wrong = question.game.parse(puzzle.wrong[0].move)
    praise = known_reasons(question, wrong)
    assert told.refutation[: len(praise)] == tuple(praise)
    assert len(told.refutation) > len(praise), "it says what the move misses"


@pytest.mark.parametrize(
    "puzzle",
    [
        pytest.param(each, marks=pytest.mark.slow if number % 3 else (), id=each.id)
        for number, each in enumerate(SHIPPED[::40])
    ],
)
def test_no_other_move_of_a_shipped_puzzle_looks_as_good(puzzle):
    question = question_of(puzzle)
    kind, best = kind_of(question.game, puzzle.kind), question.game.parse(puzzle.best[0])
    assert not kind.is_doubtful(question, best)


def test_majorities_that_replies_change_are_counted_on_the_board():
    """Right after the wrong move and the reply, by the owners of the district's buildings."""
    checked = Counter()
    for puzzle in SHIPPED:
        question = question_of(puzzle)
        state = question.game.determinize(question.view, Random(0))
        for wrong in puzzle.wrong if state.setup.players > 2 else ():
            reply = next((each for each in wrong.contrast if "so" in each), {})
            said = next((each for each in consequences(reply) if "district" in each), None)
            if said is None:
                continue
            after = question.game.apply(state, puzzle.seat, question.game.parse(wrong.move))
            first = 9 * "ABCDEF".index(said["district"])
            owners = {
                site: building.owner
                for site, building in enumerate(after.buildings[first : first + 9], start=first)
                if building.height
            }
            owners[SITE_NAMES.index(reply["site"])] = reply["seat"]
            (leader, most), *others = Counter(owners.values()).most_common()
            alone = all(count < most for _, count in others)
            assert said.get("seat") == (leader if alone else None), puzzle.id
            checked[said["code"]] += 1
    assert min(checked["majority"], checked["no-majority"]) > 20


def test_nothing_hidden_is_in_a_shipped_puzzle():
    for puzzle in SHIPPED:
        assert parse_position(puzzle.position).view.seat == puzzle.seat


def test_shipped_puzzles_say_how_they_were_made():
    for game, kind in position_kinds():
        head = provenance(game, kind)
        assert head["command"].startswith(f"baumeister puzzles {game.id} --kind {kind}")
        assert head["counts"]["puzzles"] >= len(shipped(game.id, kind)) > 0
        assert len({puzzle.id for puzzle in shipped(game.id, kind)}) == len(shipped(game.id, kind))


def test_shipped_days_are_possible():
    days = shipped_days("tangram-city", "day")
    assert len(days) == 400
    assert all(max(day.par) <= day.best <= day.bound for day in days.values())


def test_unknown_kinds_are_refused():
    assert kinds_of(MANHATTAN) == ["best-move", "win-round"]
    with pytest.raises(PuzzleError, match="there are: best-move, win-round"):
        kind_of(MANHATTAN, "mate-in-two")
