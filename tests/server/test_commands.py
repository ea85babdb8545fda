"""Every command at every stage of a table, by its host, a player and a stranger."""

from __future__ import annotations

import pytest

from baumeister.core.errors import BaumeisterError
from baumeister.server.tables import commands as c
from baumeister.server.tables.table import Status
from tests.server.desk import ADA, BOB, CAT, EVE, START, Desk, User, everything, new

STAGES = ("gathering", "playing", "paused", "over", "closed")
INVITE = "the-invitation"


def _at(stage: str) -> Desk:
    """Ada has created the table and holds no seat; Bob and Cat play."""
    desk = Desk(new(seats=(c.SeatPlan("open"),) * 2, start=False))
    desk.do(BOB, c.Sit(0, invite=INVITE))
    if stage == "closed":
        desk.do(ADA, c.Close())
    if stage in ("gathering", "closed"):
        return desk
    desk.do(CAT, c.Sit(1, invite=INVITE))
    desk.do(CAT, c.Start())
    if stage == "paused":
        desk.do(BOB, c.Ask("pause", 0))
        desk.do(CAT, c.Answer(1, True))
    if stage == "over":
        desk.do(CAT, c.Resign(1, "nobody"))
    return desk


def _command(name: str, desk: Desk) -> tuple[c.AnyCommand, int]:
    """The command, and the player's seat: the one to move, once the game is running."""
    owing = desk.table.match.waiting_for
    seat = owing[0] if desk.table.status == Status.PLAYING else 0
    version = desk.table.version_for(seat)
    commands: dict[str, c.AnyCommand] = {
        "sit": c.Sit(1, invite=INVITE),
        "stand": c.Stand(seat),
        "bot": c.FillWithBot(1, "greedy"),
        "salt": c.Salt(seat, "my own"),
        "start": c.Start(),
        "close": c.Close(),
        "act": c.Act(seat, desk.choice(seat) if owing[0] == seat else "x", version, "abcdefgh"),
        "retract": c.Retract(seat, version, "abcdefgi"),
        "undo": c.Ask("undo", seat),
        "pause": c.Ask("pause", seat),
        "answer": c.Answer(seat, True),
        "resume": c.Resume(seat),
        "resign": c.Resign(seat),
        "say": c.Say("players", "hello"),
        "watchers": c.Say("watchers", "hello"),
        "chat": c.SwitchChat(False),
    }
    return commands[name], seat


# by command and role: the outcome when gathering, playing, paused, over and closed
ALL = "ok ok ok ok ok"
NOBODY = "forbidden forbidden forbidden forbidden forbidden"
FIRST = "ok not-now not-now not-now not-now"
SIT = "ok seat-taken seat-taken not-now not-now"
LATE = "not-now not-now not-now not-now not-now"
ANSWERS: dict[str, tuple[str, str, str]] = {
    "sit": (SIT, SIT, SIT),
    "stand": (FIRST, FIRST, NOBODY),
    "bot": (FIRST, NOBODY, NOBODY),
    "salt": ("forbidden" + LATE[7:], FIRST, "forbidden" + LATE[7:]),
    "start": (LATE, LATE, NOBODY),  # a seat is open, or it is too late
    "close": (FIRST, NOBODY, NOBODY),
    "act": (NOBODY, "not-now ok not-now game-over game-over", NOBODY),
    "retract": (NOBODY, "not-now not-your-turn not-now game-over game-over", NOBODY),
    "undo": (NOBODY, "not-now not-now not-now game-over game-over", NOBODY),
    "pause": (NOBODY, "not-now ok not-now game-over game-over", NOBODY),
    "answer": (NOBODY, "not-now not-now not-now game-over game-over", NOBODY),
    "resume": (NOBODY, "not-now not-now ok game-over game-over", NOBODY),
    "resign": (NOBODY, "not-now ok ok game-over game-over", NOBODY),
    "say": (NOBODY, ALL, NOBODY),
    "watchers": (ALL, NOBODY, ALL),
    "chat": (ALL, NOBODY, NOBODY),
}


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("name", ANSWERS)
def test_a_command_is_accepted_or_refused_with_a_type(name: str, stage: str) -> None:
    expected = [row.split()[STAGES.index(stage)] for row in ANSWERS[name]]
    for role, code in zip(("host", "player", "stranger"), expected, strict=True):
        desk = _at(stage)
        command, seat = _command(name, desk)
        user: User = {"host": ADA, "player": (BOB, CAT)[seat], "stranger": EVE}[role]
        before = everything(desk.table, START)
        try:
            desk.do(user, command)
            found = "ok"
        except BaumeisterError as error:
            found = error.code
            assert everything(desk.table, START) == before, "a refusal changes nothing"
        assert found == code, (name, stage, role)


@pytest.mark.parametrize(
    "command",
    [c.Stand(4), c.Resign(3), c.Act(2, "choose 4443", 0, "abcdefgh"), c.Salt(2, "x")],
)
def test_a_seat_the_table_does_not_have(command: c.AnyCommand) -> None:
    for stage in STAGES:
        with pytest.raises(BaumeisterError) as caught:
            _at(stage).do(BOB, command)
        assert caught.value.code in ("bad-input", "not-now")


def test_an_invitation_is_needed_where_a_table_is_not_listed() -> None:
    desk = Desk(new())
    for invite in (None, "", "the-invitatioN"):
        with pytest.raises(BaumeisterError) as caught:
            desk.do(BOB, c.Sit(1, invite=invite))
        assert caught.value.code == "no-table"
    listed = Desk(new(listed=True))
    listed.do(BOB, c.Sit(1))
    assert listed.table.status == Status.PLAYING


def test_a_taken_seat_names_the_free_ones() -> None:
    desk = Desk(new(options={"players": 3}))
    with pytest.raises(BaumeisterError, match="free: 1, 2") as caught:
        desk.do(BOB, c.Sit(0, invite=INVITE))
    assert caught.value.code == "seat-taken"
