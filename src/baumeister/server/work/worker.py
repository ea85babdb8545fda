"""A process that thinks: bots, hints and analyses, apart from the event loop.

Speaks frames on stdin and stdout: four bytes of length, then a pickle. Only the service that
started it is at the other end. It gets views, never states. It ends with that service, however
that ends, also in the middle of a thought.
"""

from __future__ import annotations

import os
import pickle
import queue
import random
import signal
import struct
import sys
import threading
from collections.abc import Callable
from typing import IO, Any, Final

import msgspec

from baumeister.bots import Budget, level_code, make_bot
from baumeister.bots.analysis import analyse as thought_over
from baumeister.bots.analysis import analyse_line
from baumeister.bots.hints import hint as advised
from baumeister.bots.levels import STRONGEST
from baumeister.core.errors import BaumeisterError
from baumeister.core.game import check_seat
from baumeister.core.registry import find
from baumeister.fast import compiled
from baumeister.records import Record, check_text, replay
from baumeister.server.wire.analysis import Analysis, Hinted, Judged
from baumeister.server.wire.payloads import (
    JudgementBody,
    Position,
    PracticeBody,
    Practised,
    Replayed,
)
from baumeister.server.wire.positions import position_of, scored_rounds
from baumeister.server.wire.serialise import encode, scoring_of
from baumeister.server.work.practice import practise

Progress = Callable[[float], None]

PATIENT: Final = 10
"""How nice analyses are: bots, for whom people wait, go first."""


def decide(_: Progress, game_id: str, code: str, view: Any, legal: Any) -> str:
    """The text of the action that the bot chooses."""
    game = find(game_id)
    bot = make_bot(code, game)
    return str(bot.decide(view, legal, Budget(), random.SystemRandom()).action)


def hint(_: Progress, game_id: str, view: Any, legal: Any, seconds: float) -> Hinted:
    """What the strongest bot would do and why, and what it would score for."""
    game = find(game_id)
    rng = random.SystemRandom()
    found = advised(game, view, legal, Budget(seconds=seconds), rng)
    before = game.determinize(view, rng)
    after = game.apply(before, view.seat, found.action)
    return Hinted(
        action=str(found.action),
        bot=level_code(game_id, STRONGEST),
        chance=found.chance,
        points=found.points,
        reasons=list(found.reasons),
        before=list(game.standing(before)),
        after=list(game.standing(after)),
        scoring={
            "before": scoring_of(game, view),
            "after": scoring_of(game, game.view(after, view.seat)),
        },
    )


def analyse(progress: Progress, text: str, seconds: float, open_cards: bool) -> Analysis | str:
    """A finished game thought about again, or why it cannot be."""
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, 0, PATIENT)
    record = _finished(text)
    if isinstance(record, str):
        return record
    found = thought_over(record, seconds=seconds, open_cards=open_cards, progress=progress)
    return msgspec.convert(found.data(), Analysis)


def judge(_: Progress, asked: JudgementBody, seconds: float) -> Judged | str:
    """Another action in place of a decision, held against the best; or why that cannot be."""
    record = _finished(msgspec.json.encode(asked.record).decode())
    if isinstance(record, str):
        return record
    try:
        said = analyse_line(
            record,
            asked.line,
            action=asked.action,
            best=asked.best,
            seconds=seconds,
            open_cards=asked.open_cards,
        )
    except BaumeisterError as error:
        return str(error)
    reasons = list(said.done or said.reasons)
    found = {**said.data(), "reasons": reasons}
    return msgspec.convert(found, Judged)


def _finished(text: str) -> Record | str:
    """A record that can be thought over, or why it cannot."""
    try:
        record = check_text(text)
    except BaumeisterError as error:
        return str(error)
    if record.result is None:
        return "only a game that was played to its end is analysed"
    if not compiled():
        return "games cannot be analysed here: this service has no compiled core"
    return record


def replay_record(
    progress: Progress, text: str, line: int | None, seat: int | None, every: bool
) -> bytes | dict[str, Any]:
    """A record checked, how everybody stood after each line, its rounds, one position or all:
    as it is sent, for there may be hundreds of positions."""
    try:
        record = check_text(text)
        check_seat(seat, len(record.players))
    except BaumeisterError as error:
        return {"error": str(error)}
    game = record.game
    steps = list(replay(record))
    states = [game.new(record.options), *(step.after for step in steps)]
    progress(0.5)
    at = len(steps) if line is None else line
    if at > len(steps):
        return {"error": f"the log has {len(steps)} lines"}

    def position(number: int) -> Position:
        return position_of(game, number, states[number], seat, all_hands=True)

    return encode(
        Replayed(
            lines=list(record.log),
            standing=[list(game.standing(state)) for state in states[1:]],
            result=record.result,
            rounds=[scored for _, scored in scored_rounds(game, steps)],
            position=position(at),
            positions=list(map(position, range(len(states)))) if every else None,
        )
    )


def practise_position(_: Progress, asked: PracticeBody) -> Practised | BaumeisterError:
    """What comes of it, or what is wrong with it, clause and all."""
    try:
        return practise(asked)
    except BaumeisterError as error:
        return error


JOBS: dict[str, Callable[..., Any]] = {
    "decide": decide,
    "hint": hint,
    "analyse": analyse,
    "judge": judge,
    "replay": replay_record,
    "practise": practise_position,
}


def read_frame(stream: IO[bytes]) -> Any:
    """The next frame; None at the end."""
    head = stream.read(4)
    if len(head) < 4:
        return None
    return pickle.loads(stream.read(struct.unpack(">I", head)[0]))


def frame(value: Any) -> bytes:
    data = pickle.dumps(value)
    return struct.pack(">I", len(data)) + data


def listen(stream: IO[bytes], jobs: queue.SimpleQueue[Any]) -> None:
    """Pass on what is asked for; once the other end is gone, so is this process."""
    try:
        while (job := read_frame(stream)) is not None:
            jobs.put(job)
    finally:
        os._exit(0)


def main() -> None:
    """Do one job after the other until nobody asks any more."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)  # meant for the service, which ends this one
    inside, outside = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a bot prints must not get between the frames
    jobs: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(inside, jobs), daemon=True).start()

    def send(kind: str, value: Any) -> None:
        try:
            outside.write(frame((kind, value)))
            outside.flush()
        except BrokenPipeError:
            os._exit(0)  # nobody waits for it any more

    while True:
        name, arguments = jobs.get()
        try:
            send("result", JOBS[name](lambda done: send("progress", done), *arguments))
        except Exception as error:
            send("error", type(error).__name__)  # its text may name cards


if __name__ == "__main__":
    main()
