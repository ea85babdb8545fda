"""What viewers share: a seat's view made from the public one is the seat's view, the same bytes go
to spectators who need the same, and nothing outlives a change."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from websockets.frames import Frame, Opcode

from baumeister.core.chance import CHANCE
from baumeister.core.match import Match
from baumeister.core.registry import find
from baumeister.server.socket.protocols import _frame
from baumeister.server.tables import commands as c
from baumeister.server.wire.games import wire_of
from baumeister.server.wire.serialise import encode
from baumeister.server.wire.shared import _encoded
from baumeister.server.wire.updates import LastSent, encoded_update, table_update
from tests.server.desk import ADA, BOB, DAN, EVE, Desk

GAMES = [
    ("manhattan", {"players": 2, "rounds": 2, "choice": "secret"}),
    ("manhattan", {"players": 3, "rounds": 2, "urban": True}),
    ("manhattan", {"players": 4, "rounds": 1, "choice": "secret", "variants": ["godzilla"]}),
    ("manhattan", {"players": 4, "rounds": 1, "choice": "one-by-one"}),
    ("tangram-city", {"players": 1}),
    ("tangram-city", {"players": 3, "printed_field": False}),
    ("tangram-city", {"players": 5}),
]


@pytest.mark.parametrize(("game_id", "options"), GAMES)
def test_the_public_part_and_the_own_part_make_the_view_of_a_seat(
    game_id: str, options: dict[str, Any]
) -> None:
    """Also while decisions are pending (M6, M7, T2.1, T2.2)."""
    game, rng = find(game_id), random.Random(5)
    wire = wire_of(game)
    match = Match(game, game.options(options))
    while match.actors:
        match.roll(rng)
        public = wire.view(match.view(None))
        for seat in range(options["players"]):
            whole = wire.view(match.view(seat))
            assert wire.seat_view(public, match.view(seat)) == whole
            sent = encode(wire.seat_view(_encoded(public), match.view(seat)))
            assert msgspec.json.decode(sent) == msgspec.json.decode(encode(whole))
        waiting = [actor for actor in match.waiting_for if actor != CHANCE]
        if waiting:
            actor = rng.choice(waiting)
            match.submit(actor, rng.choice(match.legal(actor)))


def _playing(game: str = "tangram-city", **options: Any) -> Desk:
    desk = Desk(c.NewTable(game=game, options={"players": 2, **options}))
    desk.do(BOB, c.Sit(seat=1, invite="the-invitation"))
    assert desk.table.owing
    return desk


def _act(desk: Desk) -> None:
    seat = desk.table.owing[0]
    desk.act((ADA, BOB)[seat], seat)


def test_spectators_who_need_the_same_get_the_same_bytes() -> None:
    desk = _playing()
    eyes = [(EVE, LastSent()), (DAN, LastSent()), (None, LastSent())]
    first = [encoded_update("t", desk.table, user, sent, 9) for user, sent in eyes]
    assert first[1] is not first[2]  # the info is about the user
    _act(desk)
    eve, dan, stranger = (encoded_update("t", desk.table, user, sent, 9) for user, sent in eyes)
    assert eve is dan is stranger
    assert eve is not None


@pytest.mark.parametrize(
    ("game", "options"),
    [("tangram-city", {}), ("manhattan", {"choice": "secret", "rounds": 2})],
)
def test_players_never_get_the_bytes_of_others(game: str, options: dict[str, Any]) -> None:
    """Each player's message equals one made when nothing is shared."""
    desk = _playing(game, **options)
    sent = {user: LastSent() for user in (ADA, BOB, EVE)}
    for _ in range(12):
        before = {user: _copy(last) for user, last in sent.items()}
        data = {user: encoded_update("t", desk.table, user, last, 9) for user, last in sent.items()}
        for user, last in before.items():
            desk.table.shared = None
            message = table_update("t", desk.table, user, last, 9)
            assert data[user] == (message and encode(message))
        _act(desk)


def _copy(last: LastSent) -> LastSent:
    found = LastSent()
    for name in LastSent.__slots__:
        setattr(found, name, getattr(last, name))
    return found


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_frames_are_those_of_the_library(size: int) -> None:
    data = b"x" * size
    assert b"".join(_frame(data)) == Frame(Opcode.TEXT, data).serialize(mask=False)
