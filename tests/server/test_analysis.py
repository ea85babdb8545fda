"""Analyses of finished games: of any record, with progress, shared by all who ask."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from baumeister.bots.analysis import analyse
from baumeister.core.registry import find
from baumeister.records import Player, loads, record_of
from baumeister.server.people.limits import RateError
from baumeister.server.tables.errors import BadInputError
from baumeister.server.tables.naming import record_names
from baumeister.server.wire.payloads.analysis import Analysis, Judged
from baumeister.server.wire.serialise import problem
from baumeister.server.work import analyses as module
from baumeister.server.work import tasks
from baumeister.server.work.analyses import Analyses
from baumeister.server.work.fair import Asker
from baumeister.server.work.jobs import BusyError, JobError
from baumeister.testing import random_match
from tests.server.running import Running, running, settings
from tests.waiting import until

NAMES = (Player(0, "Ada"), Player(1, "A bot", "bot:greedy"), Player(2, "Another", "bot:greedy"))


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    game = find("manhattan")
    options = game.options({"players": 3, "rounds": 1, "blocks": 2})
    return record_of(random_match(game, options, 7), NAMES).data()


@pytest.fixture(scope="module")
def found(record: dict[str, Any]) -> Analysis:
    text = msgspec.json.encode(record).decode()
    return msgspec.convert(analyse(loads(text), nodes=20).data(), Analysis)


def asked(service: Running, record: dict[str, Any], language: str = "en") -> list[dict[str, Any]]:
    """All lines of the answer."""
    answer = httpx.post(
        f"{service.url}/api/analysis",
        json={"record": record},
        headers={"Accept-Language": language},
        timeout=60,
    )
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    return [json.loads(line) for line in answer.text.splitlines()]


def test_a_service_without_the_compiled_core_says_so(
    record: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "compiled", lambda: False)
    monkeypatch.setattr(tasks.os, "setpriority", lambda *_: None)  # not in a worker process
    text = msgspec.json.encode(record).decode()
    said = tasks.analyse(lambda _: None, text, open_cards=False, seconds=0.01, contrasts=True)
    assert isinstance(said, BadInputError)
    assert "no compiled core" in said.reason
    assert "kompilierte Kern" in problem(said, language="de").reason


def test_progress_and_then_the_analysis(service: Any, record: dict[str, Any]) -> None:
    *before, last = asked(service, record)
    done = [message["done"] for message in before]
    assert done == sorted(done)
    assert len(done) > 2
    assert done[-1] < 1 == last["done"]
    found = msgspec.convert(last["result"], Analysis)
    assert len(found.lines) == len(record["log"])
    judged = [line for line in found.lines if line.actor >= 0]
    assert all(line.action and line.best and line.verdict for line in judged)
    assert all(len(line.words) == len(line.reasons) for line in judged)
    assert any(line.words for line in judged)
    assert all(len(line.done_words) == len(line.done) for line in judged)
    assert all(bool(line.done) == (line.action != line.best) for line in judged)


def test_played_and_forced_actions_are_sent(record: dict[str, Any]) -> None:
    thought = analyse(loads(msgspec.json.encode(record).decode()), nodes=20).data()
    decisions = [line for line in thought["lines"] if line["actor"] >= 0]
    decisions[0]["forced"] = True
    sent = msgspec.to_builtins(msgspec.convert(thought, Analysis))
    said = [line for line in sent["lines"] if line["actor"] >= 0]
    assert [line.get("done", []) for line in said] == [line["done"] for line in decisions]
    assert any(line.get("done") for line in said)
    assert [line.get("forced", False) for line in said] == [line["forced"] for line in decisions]
    assert sent["players"] == thought["players"]


def test_reasons_are_in_the_readers_language(service: Any, record: dict[str, Any]) -> None:
    said = {}
    for language in ("en", "de"):
        lines = asked(service, record, language)[-1]["result"]["lines"]
        said[language] = [line.get("words") for line in lines]
    assert said["en"] != said["de"]
    assert record_names(record, "en") == ["Ada", "Eager Emil", "Eager Emil 2"]
    assert record_names(record, "de") == ["Ada", "Eifriger Emil", "Eifriger Emil 2"]


def test_a_cached_analysis_uses_the_names_of_each_reader(
    service: Any, record: dict[str, Any]
) -> None:
    for players in ("nobody", [], [{"name": "Ada"}], None):
        lines = asked(service, record | {"players": players})[-1]["result"]["lines"]
        assert any(line.get("words") for line in lines)


def test_only_valid_records_of_finished_games_are_analysed(
    service: Any, record: dict[str, Any]
) -> None:
    unfinished = {key: value for key, value in record.items() if key != "result"}
    unfinished["log"] = record["log"][:-1]
    wrong = record | {"log": [*record["log"][:-1], "0 build 9 Z9 4"]}
    for each, reason in (
        (unfinished, "finished game"),
        (wrong, "of the log"),
        ({}, "not a Baumeister record"),
    ):
        last = asked(service, each)[-1]
        assert last["type"] == "error"
        assert last["code"] == "bad-input"
        assert reason in last["reason"]
    last = asked(service, unfinished, "de")[-1]
    assert (last["explained"], "beendete Partie" in last["reason"]) == (True, True)


# --- judging another action -----------------------------------------------------------


def tried(service: Running, record: dict[str, Any], **more: Any) -> httpx.Response:
    body = {"record": record, **more}
    return httpx.post(f"{service.url}/api/judgement", json=body, timeout=60)


def test_another_action_is_compared_with_the_best(tmp_path: Path, record: dict[str, Any]) -> None:
    decision = next(i for i, line in enumerate(record["log"], 1) if "choose" in line)
    with running(settings(tmp_path, hint_seconds=0.5)) as service:  # enough on a busy machine too
        answers = [
            tried(service, record, line=decision, action=action, best="choose 44")
            for action in ("choose 44", "choose 43")
        ]
    for answer, verdicts in zip(answers, ({"best"}, {"good", "inaccuracy"}), strict=True):
        said = msgspec.convert(answer.json(), Judged)
        assert said.verdict in verdicts
        assert said.words
        assert len(said.words) == len(said.reasons)
        assert (said.error == 0) == (said.verdict == "best")


def test_only_legal_actions_of_a_finished_game_are_judged(
    service: Any, record: dict[str, Any]
) -> None:
    decision = next(i for i, line in enumerate(record["log"], 1) if "choose" in line)
    right = {"line": decision, "action": "choose 44", "best": "choose 43"}
    unfinished = {key: value for key, value in record.items() if key != "result"}
    unfinished["log"] = record["log"][:-1]
    for each, wrong, code, reason in (
        (record, {"line": 1}, "bad-input", "not a decision"),
        (record, {"line": 1000}, "bad-input", "not a decision"),
        (record, {"action": "choose 4"}, "illegal", "2"),
        (record, {"best": "nonsense"}, "bad-input", "nonsense"),
        (unfinished, {}, "bad-input", "finished game"),
    ):
        answer = tried(service, each, **right | wrong)
        assert answer.json()["code"] == code
        assert reason in answer.json()["reason"]
        assert (answer.json().get("clause") == "M2.1") == (code == "illegal")


class Desk:
    """A worker pool that answers when told to."""

    def __init__(self) -> None:
        self.told = asyncio.Event()
        self.answer: Any = None
        self.asked = 0
        self.ended = 0
        self.queued = 0
        self.effort: Any = None

    def says(self, answer: Any) -> None:
        self.answer = answer
        self.told.set()

    async def run(self, *_: Any, progress: Any, timeout: float, late: Any, **__: Any) -> Any:
        assert timeout > 10
        self.asked += 1
        self.effort = late()
        progress(0.5)
        try:
            await self.told.wait()
            return self.answer
        except asyncio.CancelledError:
            self.ended += 1
            raise


def test_equal_requests_share_an_analysis_and_it_is_cached(
    record: dict[str, Any], found: Analysis
) -> None:
    async def ask() -> None:
        desk: Any = Desk()
        analyses = Analyses(desk, 0.2)
        heard: list[float] = []
        one = asyncio.create_task(analyses.analyse(record, False, heard.append))
        await asyncio.sleep(0)
        renamed = record | {"players": []}
        other = asyncio.create_task(analyses.analyse(renamed, False, heard.append))
        await asyncio.sleep(0.01)
        one.cancel()
        await asyncio.sleep(0.01)
        assert desk.ended == 0, "somebody still waits"
        desk.says(found)
        assert await other is found
        assert await analyses.analyse(record, False, heard.append) is found
        assert desk.asked == 1
        assert await analyses.analyse(record, True, heard.append) is found, "but that is another"
        assert desk.asked == 2
        assert {0.0, 0.5} <= set(heard)

    asyncio.run(ask())


def test_analyses_are_quick_while_others_wait_and_then_not_kept(
    record: dict[str, Any], found: Analysis
) -> None:
    async def ask() -> None:
        desk: Any = Desk()
        desk.says(found)
        analyses = Analyses(desk, 0.2)
        desk.queued = 15
        assert await analyses.analyse(record, False, print) is found
        assert desk.effort == (pytest.approx(0.02), False), "a tenth of the time, no explanations"
        desk.queued = 0
        assert await analyses.analyse(record, False, print) is found
        assert (desk.asked, desk.effort) == (2, (0.2, True))
        await analyses.analyse(record, False, print)
        assert desk.asked == 2

    asyncio.run(ask())


def test_an_analysis_is_cancelled_when_nobody_waits(record: dict[str, Any]) -> None:
    async def ask() -> None:
        desk: Any = Desk()
        analyses = Analyses(desk, 0.2)
        tasks = [asyncio.create_task(analyses.analyse(record, False, print)) for _ in range(2)]
        await asyncio.sleep(0.01)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        again = asyncio.create_task(analyses.analyse(record, False, print))  # immediately
        await asyncio.sleep(0.01)
        assert desk.ended == 1
        assert desk.asked == 2
        assert not again.done()
        again.cancel()

    asyncio.run(ask())


def test_closing_the_connection_cancels_the_analysis(
    record: dict[str, Any], tmp_path: Path
) -> None:
    with running(settings(tmp_path, analysis_seconds=60.0)) as service:
        workers = service.service.hub.pools.analysts
        with httpx.stream("POST", f"{service.url}/api/analysis", json={"record": record}) as answer:
            # keep a reference: dropping the iterator closes the connection
            lines = answer.iter_lines()
            next(lines)
            until(lambda: workers.waiting == 1)
        until(lambda: workers.waiting == 0)


def test_a_client_may_wait_for_few_analyses_at_a_time(
    record: dict[str, Any], found: Analysis
) -> None:
    async def ask() -> None:
        desk: Any = Desk()
        analyses = Analyses(desk, 0.2)
        asked = [
            asyncio.create_task(
                analyses.analyse(
                    record | {"options": number}, False, print, asker=Asker("192.0.2.1")
                )
            )
            for number in range(module.MAX_PER_CLIENT)
        ]
        await asyncio.sleep(0.01)
        with pytest.raises(RateError):
            await analyses.analyse(record, False, print, asker=Asker("192.0.2.1"))
        desk.says(found)
        assert await asyncio.gather(*asked) == [found] * module.MAX_PER_CLIENT
        assert await analyses.analyse(record, False, print, asker=Asker("192.0.2.1")) is found

    asyncio.run(ask())


def test_too_many_requests_and_invalid_answers(
    record: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask(answer: Any, problem: type[Exception]) -> None:
        desk: Any = Desk()
        desk.says(answer)
        with pytest.raises(problem):
            await Analyses(desk, 0.2).analyse(record, False, print)

    asyncio.run(ask(BadInputError("not a record"), BadInputError))
    asyncio.run(ask(42, JobError))
    monkeypatch.setattr(module, "MAX_WAITING", 0)
    asyncio.run(ask("never asked", BusyError))
