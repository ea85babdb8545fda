"""Tables stored by services that played by rules version 1."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from baumeister.server.live.loading import fold, row_of, table_from
from baumeister.server.store import DamagedError, TableRow
from baumeister.server.tables import events as e
from baumeister.server.tables.commands import NewTable
from baumeister.server.tables.decisions.creation import create, rematch
from baumeister.server.tables.imported import _line
from baumeister.server.tables.pace import Untimed
from baumeister.server.tables.viewer import User

OLD = Path(__file__).parent.parent / "data" / "version-1"
ADA = User("ada", frozenset({"ada"}), "Ada")


def stored(name: str) -> list[e.AnyEvent]:
    """The events of a game of version 1, as they were written then."""
    record: dict[str, Any] = json.loads((OLD / f"manhattan-{name}.bau.json").read_text("utf-8"))
    seats = tuple(e.Seat("human", each["name"], "ada") for each in record["players"])
    created = e.Created(
        at=0, game="manhattan", options=record["options"], seats=seats, pace=Untimed(),
        host="ada", invite="", commitment="",
    )  # fmt: skip
    plain = json.loads(e.encode([created]))
    plain[0].pop("rules_version", None)
    (created,) = e.decode(json.dumps(plain).encode())
    lines = [_line(line, 1) for line in record["log"]]
    return [created, e.Started(at=1), *lines, e.Ended(at=2, seed="")]


def row(events: list[e.AnyEvent], **changes: Any) -> TableRow:
    made = row_of("t", table_from(events), "", 3)
    return made._replace(**changes)


@pytest.mark.parametrize("name", ["hig-1994-2", "hig-1994-4"])
def test_m5_1_stored_tables_of_version_1_are_read_as_they_were_played(name: str) -> None:
    """M5.1: the monster moved after the block; a rematch is of version 2 with the same options."""
    events = stored(name)
    table = fold(row(events), [e.encode(events)])
    options = table.game.options_of(table.match.state)
    assert options.monster_moves == "after-block"
    assert options.colours_each == (2 if options.players == 2 else 1)
    assert table.match.outcome is not None
    again = rematch(table, ADA, "", "", of="t", now=4)
    assert again.rules_version == 2
    assert again.options["monster_moves"] == "after-block"


def test_m5_4_a_stored_table_that_version_2_forbids_says_so() -> None:
    events = stored("999-games-2017-2")
    empty = TableRow("t", 0, 0, "over", False, False, "{}", "")
    with pytest.raises(DamagedError, match=r"version 1 of the rules; M5\.4 was corrected since"):
        fold(empty, [e.encode(events)])


def test_m3_1_a_finished_table_with_other_points_now_says_so() -> None:
    """M3.1: the points that were stored differ from those of version 2."""
    events = stored("hig-2017-2")
    good = row(events)
    summary = msgspec.json.decode(good.summary)
    summary["scores"][0] -= 3
    with pytest.raises(DamagedError, match="version 1 of the rules; the scoring was corrected"):
        fold(row(events, summary=json.dumps(summary)), [e.encode(events)])
    assert fold(good, [e.encode(events)]).match.outcome is not None


def test_new_tables_state_the_version() -> None:
    made = create(NewTable("manhattan", {"players": 2}), ADA, "", "", 0)
    assert made.rules_version == 2
    assert (made.options["monster_moves"], made.options["colours_each"]) == ("with-card", 2)
