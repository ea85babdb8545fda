"""Records of rules version 1 are read as they were played; a clear error where they cannot be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from baumeister.core.match import Match
from baumeister.games.manhattan import MANHATTAN
from baumeister.records import RecordError, check_text, loads, record_of

OLD = Path(__file__).parent.parent / "data" / "version-1"
CORRECTED = ("manhattan-999-games-2017-2", "manhattan-ludodelire-1994-2")
"""Two players built on their own other colour, with anti-trust (M5.4)."""
READ = sorted(path.stem.removesuffix(".bau") for path in OLD.iterdir())


def old_text(name: str) -> str:
    return (OLD / f"{name}.bau.json").read_text("utf-8")


@pytest.mark.parametrize("name", [name for name in READ if name not in CORRECTED])
def test_m5_1_version_1_moves_the_monster_after_the_block(name):
    """M5.1, M6: golden games of version 1 keep their meaning and become version 2."""
    record = check_text(old_text(name))
    assert record.rules_version == 1
    assert record.options.monster_moves == "after-block"
    assert record.options.colours_each == (2 if record.options.players == 2 else 1)
    again = json.loads(record.dumps())
    assert again["rules_version"] == 2
    assert (again["options"]["monster_moves"], again["log"]) == ("after-block", list(record.log))
    assert check_text(record.dumps()).rules_version is None


@pytest.mark.parametrize("name", CORRECTED)
def test_m5_4_a_game_that_version_2_forbids_says_so(name):
    """M5.4: both colours of a player are theirs since version 2."""
    with pytest.raises(RecordError, match="version 1 of the rules") as caught:
        check_text(old_text(name))
    assert caught.value.clause == "M5.4"
    assert caught.value.message.key == "outdated"
    assert caught.value.log_line


def game_of_two(yellow: int) -> dict:
    """A game of version 2: player 0 builds 3 orange floors and so many yellow ones."""
    given = {"players": 2, "rounds": 1, "blocks": 1, "start": 0, "same_owner_highest": True}
    match = Match(MANHATTAN, MANHATTAN.options(given))
    for line in (
        "* start 0", "* deal 0 1234", "* deal 1 5678",
        f"0 choose orange 3 yellow {yellow}", "1 choose blue 1 purple 1",
        "0 build 1 A1 3 orange", "* draw 0 9", "1 build 5 B5 1 blue", "* draw 1 9",
        f"0 build 2 A2 {yellow} yellow", "* draw 0 9", "1 build 6 B4 1 purple", "* draw 1 9",
    ):  # fmt: skip
        actor, text = line.split(" ", 1)
        match.submit(-1 if actor == "*" else int(actor), text)
    return json.loads(record_of(match).dumps())


def of_version_1(data: dict) -> dict:
    options = data["options"]
    del options["monster_moves"], options["colours_each"]
    return {**data, "rules_version": 1}


def test_m3_1_a_result_that_version_2_counts_otherwise_says_so():
    """M3.1: in version 1 nobody scored for highest buildings of both colours of a player."""
    data = game_of_two(yellow=3)
    (items,) = data["result"]["rounds"]
    assert [each["highest"] for each in items] == [3, 0, 0, 0]
    items[0]["highest"] = 0
    data["result"]["scores"][0] -= 3
    with pytest.raises(RecordError, match="version 1 of the rules") as caught:
        check_text(json.dumps(of_version_1(data)))
    assert caught.value.clause == "M3.1"


def test_m3_1_a_wrong_result_of_version_1_is_just_wrong():
    """M3.1: no excuse where both versions count alike."""
    data = game_of_two(yellow=1)
    assert check_text(json.dumps(of_version_1(json.loads(json.dumps(data))))).rules_version == 1
    data["result"]["scores"][0] -= 3
    with pytest.raises(RecordError, match="the log gives"):
        check_text(json.dumps(of_version_1(data)))


def test_m6_version_1_of_1994_with_three_players_had_six_rounds():
    """M6: also where the record leaves the rounds to the edition."""
    plain = json.loads(old_text("manhattan-hig-1994-3"))
    del plain["options"]["rounds"], plain["options"]["blocks"]
    assert loads(json.dumps(plain)).options.rounds == 6
    plain["rules_version"] = 2
    assert loads(json.dumps(plain)).options.rounds == 4
