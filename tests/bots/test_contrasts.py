"""Sixty positions: why one move is better than another is said by what follows them.

The sentences in the data were read one by one; when they change for a good reason, read them again
and write the new ones down.
"""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from baumeister.bots.analysis import analyse_line
from baumeister.bots.analysis.contrast import Fact, chosen, means, shares
from baumeister.bots.analysis.result import Judgement
from baumeister.bots.words import say
from baumeister.core.registry import find
from baumeister.fast import compiled
from baumeister.games.clauses import LANGUAGES
from baumeister.records import Player, Record

DATA = json.loads((Path(__file__).parent.parent / "data" / "contrasts.json").read_text("utf-8"))
POSITIONS: list[dict[str, Any]] = DATA["positions"]
NAMES = ("Ann", "Bob", "Cleo", "Dan")
QUICK = 9  # the quick suite tries one position in nine

pytestmark = pytest.mark.skipif(not compiled(), reason="analysis needs the compiled core")


def record_of(position: dict[str, Any]) -> Record:
    data = DATA["games"][position["game"]]
    game = find(data["game"])
    options = game.options(data["options"])
    players = tuple(Player(seat, NAMES[seat]) for seat in range(game.players(options)))
    return Record(game_id=game.id, options=options, players=players, log=tuple(data["log"]))


def judged(position: dict[str, Any]) -> Judgement:
    return analyse_line(
        record_of(position),
        position["line"],
        action=position["played"],
        best=position["better"],
        nodes=DATA["nodes"],
        seed=DATA["seed"],
    )


def facts_in(sentences: list[str]) -> list[str]:
    """The sentences without the totals and without numbers, whose last digits depend on the CPU."""
    said = [each for each in sentences if "points by" not in each and "winning" not in each]
    return [re.sub(r"[+−]?\b\d+(\.\d+)?\b", "#", each) for each in said]


def test_there_are_sixty_positions_of_both_games() -> None:
    games = [DATA["games"][position["game"]]["game"] for position in POSITIONS]
    assert len(games) == 60
    assert min(games.count("manhattan"), games.count("tangram-city")) >= 25
    assert {kind for position in POSITIONS for kind in position["kinds"]} >= {
        "wins-majority", "wins-highest", "holds", "later", "urban-round",
        "completes", "holes", "ways", "rectangles", "balance",
        "points-round", "points-next-round", "points-game", "chances",
    }  # fmt: skip


@pytest.mark.parametrize(
    "number",
    [
        each if each % QUICK == 0 else pytest.param(each, marks=pytest.mark.slow)
        for each in range(len(POSITIONS))
    ],
)
def test_the_contrast_argues_for_the_better_move(number: int) -> None:
    position = POSITIONS[number]
    found = judged(position)
    assert found.verdict not in {"best", "good"}
    kinds = [("against " if "against" in each else "") + each["code"] for each in found.contrast]
    assert kinds == position["kinds"]
    assert not kinds[0].startswith("against"), "first comes what speaks for the better move"
    assert sum(kind.startswith("against") for kind in kinds) <= 1
    assert found.measured.chance > 0 or found.measured.points > 0
    total = found.contrast[-1]
    if "against" in total:
        total = found.contrast[-2]
    seat, gain = (total.get("chances") or total["gains"])[0]
    actor = int(record_of(position).log[position["line"] - 1][0])
    assert (seat, gain > 0) == (actor, True), "the total outweighs what speaks against it"
    game = record_of(position).game
    assert facts_in(say(game, found.contrast, "en", NAMES)) == facts_in(position["says"])
    for language in LANGUAGES:
        for you in (None, actor):
            said = say(game, found.contrast, language, NAMES, you)
            assert all(said)
            assert not any("{" in each for each in said)


def test_the_same_seed_gives_the_same_explanation() -> None:
    assert judged(POSITIONS[0]) == judged(POSITIONS[0])


def test_what_speaks_against_is_not_said_alone() -> None:
    good, bad = Fact({"code": "a"}, 1.0), Fact({"code": "b"}, -1.0)
    assert chosen([bad]) == []
    assert chosen([bad, good]) == [{"code": "a"}, {"code": "b", "against": True}]
    assert chosen([Fact({"code": "c"}, 0.01), Fact({"code": "d"}, -0.01)]) == []


def test_shares_are_the_means_of_each_kind() -> None:
    rng = random.Random(4)
    now, was = ([rng.randrange(-1, 3) for _ in range(50)] for _ in range(2))
    for kind, found in enumerate(shares(now, was, range(3))):
        again = means([float(each == kind) for each in now], [float(each == kind) for each in was])
        assert found == pytest.approx(again)
