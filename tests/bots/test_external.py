"""External programs over JSON lines: a good one, and every way to misbehave."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from baumeister.bots import BotError, BotFailed, Budget, close_idle, make_bot, seated
from baumeister.bots.generic.external import START
from baumeister.bots.generic.program import Program
from tests.bots.play import asked, begun, played

EXAMPLE = Path(__file__).parents[2] / "docs/examples/bot.py"
PYTHON = sys.executable
PATIENT = Budget(seconds=20)
MUCH = "x" * (1 << 21)
"""More than any pipe buffers."""


def program(tmp_path: Path, text: str) -> str:
    path = tmp_path / "bot.py"
    path.write_text(f"import json, sys, time\n{text}")
    return f"external:{PYTHON} {path}"


def closed(bot: Any) -> None:
    bot.close()


@pytest.mark.parametrize("players", [2, 4])
def test_the_example_plays_a_whole_game(players: int) -> None:
    match = begun("manhattan", players=players, rounds=1)
    bot = make_bot(f"external:{PYTHON} {EXAMPLE}", match.game, programs=True)
    while match.actors:
        played(bot, match, PATIENT)
    closed(bot)


@pytest.mark.parametrize("game_id", ["manhattan", "tangram-city"])
def test_the_program_gets_only_what_its_seat_knows(game_id: str, tmp_path: Path) -> None:
    match = begun(game_id, players=2)
    asked_file = tmp_path / "question.json"
    text = f"line = sys.stdin.readline(); open({str(asked_file)!r}, 'w').write(line)\n"
    text += "q = json.loads(line); print(json.dumps({'id': q['id'], 'action': q['legal'][0]}))"
    bot = make_bot(program(tmp_path, text), match.game, programs=True)
    seat, legal = match.waiting_for[0], match.legal(match.waiting_for[0])
    view = match.view(seat)
    played(bot, match, Budget(seconds=9, nodes=5))
    closed(bot)
    question = json.loads(asked_file.read_text())
    assert question["legal"] == list(map(str, legal))
    assert (question["seconds"], question["nodes"], question["seat"]) == (9, 5, seat)
    assert question["options"] == match.game.options_data(view.options)
    assert set(question["view"]) == set(view._fields) - {"options"}
    if game_id == "manhattan":
        assert question["view"]["hand"] == list(view.hand)
        assert question["view"]["hand_sizes"] == [4, 4]


BAD = {
    "ends": ("sys.exit()", "ended without an answer"),
    "is slow": ("time.sleep(60)", "took longer than"),
    "babbles": ("print('hello', flush=True); sys.stdin.read()", "not JSON"),
    "mistakes the question": ("print('{}', flush=True); sys.stdin.read()", "the id 1"),
    "cheats": (
        "print(json.dumps({'id': 1, 'action': 'win'}), flush=True); sys.stdin.read()",
        "'win', which is not one of the",
    ),
}


@pytest.mark.parametrize("how", BAD)
def test_a_misbehaving_program_is_reported_and_ended(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, message = BAD[how]
    monkeypatch.setattr("baumeister.bots.generic.external.START", 0.0 if how == "is slow" else 60.0)
    match = begun("manhattan", players=2)
    bot = make_bot(program(tmp_path, text), match.game, programs=True)
    with pytest.raises(BotFailed, match=message):
        asked(bot, match, Budget(seconds=0.1 if how == "is slow" else 20))
    closed(bot)


def test_a_program_that_never_reads_does_not_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question is larger than the pipe's buffer: writing it counts towards the time limit."""
    monkeypatch.setattr("baumeister.bots.generic.external.START", 0.0)
    monkeypatch.setattr(
        "baumeister.bots.generic.external.data_of", lambda view: {"options": 0, "much": MUCH}
    )
    match = begun("manhattan", players=2)
    bot = make_bot(program(tmp_path, "time.sleep(60)"), match.game, programs=True)
    before = time.monotonic()
    with pytest.raises(BotFailed, match=r"took longer than 0\.62 seconds"):
        asked(bot, match, Budget(seconds=0.1))
    assert time.monotonic() - before < 30
    closed(bot)


def test_a_program_that_has_ended_keeps_failing(tmp_path: Path) -> None:
    match = begun("manhattan", players=2)
    bot = make_bot(program(tmp_path, "sys.exit()"), match.game, programs=True)
    for _ in range(2):
        with pytest.raises(BotFailed, match="ended without an answer"):
            asked(bot, match, PATIENT)
    closed(bot)


def test_a_missing_program_and_an_unreadable_command() -> None:
    match = begun("manhattan", players=2)
    with pytest.raises(BotError, match="cannot be started"):
        asked(make_bot("external:no-such-program", match.game, programs=True), match)
    with pytest.raises(BotError, match="cannot read the command"):
        make_bot("external:say 'hello", match.game, programs=True)


SECOND = """
print(json.dumps({"protocol": 2}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["protocol"] == 2:
        open(sys.argv[1], "a").write(f"{message['type']} {__import__('os').getpid()}\\n")
    if message.get("type") == "decide" and message["protocol"] == 2:
        print(json.dumps({"id": message["id"], "action": message["legal"][0]}), flush=True)
"""
FIRST = """
for line in sys.stdin:
    open(sys.argv[1], "a").write(f"{__import__('os').getpid()}\\n")
    question = json.loads(line)
    print(json.dumps({"id": question["id"], "action": question["legal"][0]}), flush=True)
"""


def three_games(code: str) -> None:
    close_idle()
    for _ in range(3):
        match = begun("manhattan", players=2)
        with seated([code], match.game, programs=True) as [bot]:
            played(bot, match, PATIENT)
            played(bot, match, PATIENT)
    close_idle()


def test_a_program_of_protocol_2_plays_several_games(tmp_path: Path) -> None:
    log = tmp_path / "log"
    three_games(f"{program(tmp_path, SECOND)} {log}")
    lines = [line.split() for line in log.read_text().splitlines()]
    assert [kind for kind, _ in lines] == ["new-game", "decide", "decide"] * 3
    assert len({process for _, process in lines}) == 1


def test_a_program_of_protocol_1_plays_one_game(tmp_path: Path) -> None:
    log = tmp_path / "log"
    three_games(f"{program(tmp_path, FIRST)} {log}")
    processes = log.read_text().split()
    assert len(processes) == 6
    assert len(set(processes)) == 3


def test_what_a_failing_program_wrote_is_reported(tmp_path: Path) -> None:
    match = begun("manhattan", players=2)
    bot = make_bot(program(tmp_path, "raise KeyError('my mistake')"), match.game, programs=True)
    with pytest.raises(BotFailed, match=r"(?s)exit code 1; it wrote: .*KeyError: 'my mistake'"):
        asked(bot, match, PATIENT)


def test_the_start_has_a_limit_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow start takes nothing from the time of the first move."""
    limits: list[float] = []
    receive = Program.receive

    def noted(self: Program, timeout: float) -> dict[str, Any]:
        limits.append(timeout)
        return receive(self, 60)

    monkeypatch.setattr(Program, "receive", noted)
    match = begun("manhattan", players=2)
    code = f"{program(tmp_path, SECOND)} {tmp_path / 'log'}"
    bot = make_bot(code, match.game, programs=True)
    for _ in range(2):
        played(bot, match, Budget(seconds=10))
    closed(bot)
    assert limits == [START + 12.5, 12.5, 12.5]
