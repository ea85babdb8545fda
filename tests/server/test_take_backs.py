"""Take-backs: free alone and against bots, within a grace among people, and proven in records."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from baumeister.cli.records.check import check_command
from baumeister.records import RecordError, TakeBack, check_text, export_for, loads
from baumeister.server.live.loading import table_from
from baumeister.server.tables import commands as c
from baumeister.server.tables import events as e
from baumeister.server.tables.errors import TableError
from baumeister.server.tables.imported import events_of
from baumeister.server.tables.pace import Live
from baumeister.server.tables.recorded import record_of_table
from baumeister.server.wire.table_messages import summary
from baumeister.server.wire.updates import table_message
from tests.server.desk import ADA, BOB, CAT, EVE, SEED, Desk, everything, me, new

GRACE = 3000
BOT = c.SeatPlan("bot", bot="random")
PEOPLE = {0: ADA, 1: BOB}


def built(desk: Desk, seat: int, people: dict[int, object] | None = None) -> int:
    """Play until the seat has built for the first time; the number of lines before that."""
    who = people or {0: ADA, 1: ADA}
    for _ in range(100):
        desk.bots_act()
        if desk.table.owing:
            turn = desk.table.owing[0]
            lines = desk.table.story.lines
            action = desk.choice(turn)
            if desk.table.seats[turn].kind == "human":
                desk.act(who[turn], turn, action)  # type: ignore[arg-type]
                if turn == seat and action.startswith("build"):
                    return lines
    raise AssertionError("nobody builds")


def drawn(desk: Desk, seat: int) -> list[str]:
    lines = desk.table.story.game_lines()
    return [text for _, text, _ in lines if text.startswith(f"draw {seat} ")]


def with_grace(**given: object) -> Desk:
    """Ada and Bob at a table with a grace."""
    made = Desk(new(**given)).log[0]  # type: ignore[arg-type]
    assert isinstance(made, e.Created)
    desk = Desk(e.Created(**{**_fields(made), "grace": GRACE}))
    desk.do(BOB, c.Sit(1, invite="the-invitation"))
    return desk


def _fields(created: e.Created) -> dict[str, object]:
    return {name: getattr(created, name) for name in created.__struct_fields__}


# --- alone, against bots, at one screen -----------------------------------------------


@pytest.mark.parametrize("seats", [(*me(), BOT), me(2)], ids=["bot", "one screen"])
def test_a_draw_is_taken_back_and_comes_again(seats: tuple[c.SeatPlan, ...]) -> None:
    desk = Desk(new(seats=seats))
    built(desk, 0)
    [card] = drawn(desk, 0)
    desk.bots_act()
    desk.do(ADA, c.Ask("undo", 0))
    assert desk.table.owing == (0,)
    assert drawn(desk, 0) == []
    desk.act(ADA, 0, str(desk.table.match.legal(0)[-1]))
    assert drawn(desk, 0) == [card], "another move draws the same card: the seed commits to it"
    assert everything(desk.refolded(), 0) == everything(desk.table, 0)


def test_tiles_laid_at_the_same_time_as_a_bot_are_taken_back_together() -> None:
    desk = Desk(new(game="tangram-city", options={"players": 2}, seats=(*me(), BOT)))
    desk.act(ADA, 0)
    desk.bots_act()
    before = desk.table.match.state
    desk.act(ADA, 0)
    desk.bots_act()
    assert desk.table.match.state != before
    desk.do(ADA, c.Ask("undo", 0))
    assert desk.table.match.state == before
    assert set(desk.table.owing) == {0, 1}


def test_the_game_is_marked_everywhere() -> None:
    desk = Desk(new(seats=(*me(), BOT)))
    built(desk, 0)

    def marks() -> list[bool]:
        info = table_message("t", desk.table, ADA, desk.now).info
        assert info is not None
        record = record_of_table(desk.table, None).data()
        return [info.take_backs, summary(desk.table).take_backs, "take_backs" in record]

    assert marks() == [False] * 3
    desk.do(ADA, c.Ask("undo", 0))
    assert marks() == [True] * 3


# --- records --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished() -> str:
    """The record of a whole game with take-backs, some of them nested."""
    desk = Desk(new(options={"players": 2, "rounds": 1, "blocks": 4}, seats=(*me(), BOT)))
    rng = random.Random(5)
    for _ in range(6):
        desk.play({0: ADA}, rng, most=2)
        desk.bots_act()
        for _ in range(rng.randrange(3)):
            desk.do(ADA, c.Ask("undo", 0))
            desk.bots_act()
    desk.play({0: ADA}, rng)
    assert desk.table.take_backs > 3
    return record_of_table(desk.table, None).dumps()


def test_a_record_with_take_backs_passes_the_check(
    finished: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = check_text(finished)
    assert record.result is not None
    assert any("* draw" in line for each in record.take_backs for line in each.undone)
    path = tmp_path / "game.bau.json"
    path.write_text(finished, "utf-8")
    assert check_command([path]) == 0
    assert "1 of them with take-backs" in capsys.readouterr().out


def test_a_taken_back_draw_must_follow_from_the_seed(finished: str) -> None:
    data = json.loads(finished)
    at, each = next(
        (at, each)
        for at, each in enumerate(data["take_backs"])
        if any(line.startswith("* draw 0") for line in each["undone"])
    )
    line = next(i for i, line in enumerate(each["undone"]) if line.startswith("* draw 0"))
    card = int(each["undone"][line][-1])
    each["undone"][line] = f"* draw 0 {card % 9 + 1}"
    with pytest.raises(RecordError, match="follow from the seed") as caught:
        check_text(json.dumps(data))
    assert caught.value.path == ("take_backs", at, "undone", line)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({}, "must be a list"),
        ([{"line": 1}], "must be an object with line and undone"),
        ([{"line": 1, "undone": []}], "must not be empty"),
        ([{"line": 9999, "undone": ["* start 0"]}], "keeps 9999 lines"),
        ([{"line": 0, "undone": ["0 build 5 C5 3"]}], "take_backs.0.undone.0"),
    ],
)
def test_bad_take_backs_are_refused(finished: str, given: object, reason: str) -> None:
    data = {**json.loads(finished), "take_backs": given}
    with pytest.raises(RecordError, match=reason):
        check_text(json.dumps(data))


def test_an_export_hides_cards_in_what_was_taken_back(finished: str) -> None:
    shown = export_for(loads(finished), None)
    lines = [line for each in shown.take_backs for line in each.undone]
    draws = [line for line in lines if line.startswith("* draw")]
    assert draws
    assert all(line.endswith("?") for line in draws)


def test_an_imported_game_keeps_its_take_backs(finished: str) -> None:
    record = loads(finished)
    found = events_of(record, now=0, invite="i", new_seed=SEED)
    table = table_from(found.events)
    assert record_of_table(table, None).take_backs == record.take_backs
    assert record_of_table(table, None).log == record.log


def test_take_backs_know_the_whole_log_at_that_time(finished: str) -> None:
    record = loads(finished)
    nested = replace(
        record,
        log=("a", "b"),
        take_backs=(TakeBack(2, ("x", "y")), TakeBack(1, ("p", "q"))),
    )
    assert nested.logs_taken_back() == [("a", "p", "x", "y"), ("a", "p", "q")]


# --- among people ---------------------------------------------------------------------


def test_nobody_sees_the_draw_during_the_grace() -> None:
    desk = with_grace()
    built(desk, 0, PEOPLE)
    assert drawn(desk, 0) == []
    assert desk.table.owing == ()
    for viewer in (None, *PEOPLE.values(), EVE):
        message = table_message("t", desk.table, viewer, desk.now)
        assert message.grace is not None
        assert (message.grace.seat, message.grace.left) == (0, GRACE)
    assert everything(desk.refolded(), 0) == everything(desk.table, 0)
    desk.wait(GRACE - 1)
    assert drawn(desk, 0) == []
    desk.wait(1)
    assert len(drawn(desk, 0)) == 1
    assert desk.table.owing == (1,)
    assert table_message("t", desk.table, BOB, desk.now).grace is None


def test_only_the_player_takes_back_freely_during_the_grace() -> None:
    desk = with_grace()
    lines = built(desk, 0, PEOPLE)
    for user, seat in ((BOB, 0), (EVE, 0)):
        with pytest.raises(TableError):
            desk.do(user, c.Ask("undo", seat))
    desk.do(BOB, c.Ask("undo", 1))
    assert desk.table.proposal is not None, "Bob has to ask"
    desk.do(BOB, c.Answer(1, False))
    desk.do(ADA, c.Ask("undo", 0))
    assert desk.table.story.lines == lines
    assert desk.table.owing == (0,)
    desk.wait(10 * GRACE)
    assert desk.table.owing == (0,), "no draw follows"


def test_after_the_grace_the_others_are_asked() -> None:
    desk = with_grace()
    built(desk, 0, PEOPLE)
    desk.wait(GRACE)
    [card] = drawn(desk, 0)
    desk.do(ADA, c.Ask("undo", 0))
    assert desk.table.proposal is not None
    desk.do(BOB, c.Answer(1, True))
    assert desk.table.owing == (0,)
    desk.act(ADA, 0)
    desk.wait(GRACE)
    assert drawn(desk, 0) == [card]


def test_no_undo_once_another_person_has_shown_a_card() -> None:
    """Otherwise everybody would know a card that this person takes back into the hand."""
    desk = with_grace()
    built(desk, 0, PEOPLE)
    desk.wait(GRACE)
    desk.act(BOB, 1)
    desk.wait(GRACE)
    with pytest.raises(TableError, match="others have decided since"):
        desk.do(ADA, c.Ask("undo", 0))


def test_a_grace_earns_no_time() -> None:
    desk = with_grace(pace=Live(bank=60, increment=10))
    built(desk, 0, PEOPLE)
    before = desk.table.clocks.left[0] - 10_000
    desk.do(ADA, c.Ask("undo", 0))
    assert desk.table.clocks.left[0] == before


def test_a_whole_game_with_graces_matches_the_commitment() -> None:
    desk = with_grace(options={"players": 2, "rounds": 1, "blocks": 2})
    rng = random.Random(2)
    for _ in range(60):
        desk.play(PEOPLE, rng, most=1)
        if desk.table.grace and rng.random() < 0.4:
            desk.do(PEOPLE[desk.table.grace.seat], c.Ask("undo", desk.table.grace.seat))
        desk.wait(GRACE)
    record = check_text(record_of_table(desk.table, None).dumps())
    assert record.result is not None
    assert record.take_backs


def test_a_bot_between_people_does_not_prevent_consent() -> None:
    made = Desk(new(options={"players": 3, "rounds": 1}, seats=(*me(), BOT, c.SeatPlan("open"))))
    created = made.log[0]
    assert isinstance(created, e.Created)
    desk = Desk(e.Created(**{**_fields(created), "grace": 0}))
    desk.do(CAT, c.Sit(2, invite="the-invitation"))
    built(desk, 0, {0: ADA, 2: CAT})
    desk.bots_act()
    desk.do(ADA, c.Ask("undo", 0))
    desk.do(CAT, c.Answer(2, True))
    assert desk.table.owing == (0,)
