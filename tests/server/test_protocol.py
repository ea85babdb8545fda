"""The published protocol is what the service speaks: schema, page and example client."""

from __future__ import annotations

import asyncio
import copy
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

import baumeister
from baumeister.core.errors import BaumeisterError
from baumeister.core.registry import find
from baumeister.server import app, serve
from baumeister.server.people.limit_table import MAX_CONNECTIONS, MAX_LISTED, MAX_SOCKETS
from baumeister.server.socket import client as socket_client
from baumeister.server.socket import requests as worker_requests
from baumeister.server.tables import table
from baumeister.server.tables.decisions.decide import MAX_CHAT_LINES
from baumeister.server.wire import manhattan
from baumeister.server.wire.requests import AnyRequest
from baumeister.testing import record_of_random
from tests.server.client import Client
from tests.server.recorded import Clock, visit
from tests.server.running import Running, running, settings

DOCS = Path(__file__).parents[2] / "docs"
SCHEMA = json.loads((DOCS / "protocol.schema.json").read_text("utf-8"))
PAGE = (DOCS / "protocol.md").read_text("utf-8")
POSITION = manhattan.EXAMPLES["practice"][0]


def validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({**SCHEMA, "anyOf": [{"$ref": f"#/$defs/{name}"}]})


def tags(union: str, field: str) -> set[str]:
    """The tags that discriminate the members of a union."""
    names = [part["$ref"].rsplit("/", 1)[1] for part in SCHEMA["$defs"][union]["anyOf"]]
    return {SCHEMA["$defs"][name]["properties"][field]["const"] for name in names}


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Any], list[Any]]:
    clock = Clock()
    with running(settings(tmp_path_factory.mktemp("visit"), clock=clock)) as service:
        return asyncio.run(visit(service, clock))


def test_every_kind_of_message_occurs(talk):
    sent, came = talk
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    notes = [n for m in came if m["type"] == "table" for n in m["story"] if isinstance(n, dict)]
    assert {message["type"] for message in came} == tags("AnyMessage", "type")
    assert {note["what"] for note in notes} == tags("AnyNote", "what")
    assert {message["type"] for message in sent} == tags("AnyRequest", "type")
    commands = {message["command"]["do"] for message in sent if message["type"] == "do"}
    assert commands == tags("AnyCommand", "do")
    views = {s["view"]["game"] for m in came if m["type"] == "table" for s in m.get("seats", [])}
    assert views == tags("AnyView", "game")


def test_messages_contain_only_documented_fields(talk):
    """They fit the schema. Readers may ignore unknown fields, but the service sends none."""
    closed = copy.deepcopy(SCHEMA)
    for part in closed["$defs"].values():
        if "properties" in part:
            part["additionalProperties"] = False
    closed["anyOf"] = [{"$ref": "#/$defs/AnyMessage"}]
    check = jsonschema.Draft202012Validator(closed)
    for message in talk[1]:
        check.validate(message)


def test_the_schema_accepts_what_the_service_accepts(talk):
    """Each sent message, and each with a field removed, changed or added."""
    check, decoder = validator("AnyRequest"), msgspec.json.Decoder(AnyRequest)
    refused, seen = 0, set()
    for message in talk[0]:
        command = message.get("command", {})
        kind = message["type"], command.get("do"), *sorted([*message, *command])
        if kind in seen:
            continue
        seen.add(kind)
        for variant in (message, *broken(message)):
            try:
                decoder.decode(json.dumps(variant))
                taken = True
            except msgspec.ValidationError:
                taken = False
            assert check.is_valid(variant) == taken, variant
            refused += not taken
    assert refused > 100


def broken(message: dict[str, Any]) -> list[dict[str, Any]]:
    found = [{**message, "surplus": 1}]
    for field, value in message.items():
        found.append({key: each for key, each in message.items() if key != field})
        found.append({**message, field: -1 if isinstance(value, str) else "x" * 1000})
        if isinstance(value, dict):
            found += [{**message, field: inner} for inner in broken(value)]
    return found


def test_a_message_without_a_required_field_does_not_fit(talk):
    check = validator("AnyMessage")
    seen = set()
    for message in talk[1]:
        kind = message["type"], *sorted(message)
        if kind in seen:
            continue
        seen.add(kind)
        for field in ("type", "id", "story", "owing", "seat", "code", "done"):
            if field in message and (field != "id" or message["type"] != "error"):
                fewer = {key: value for key, value in message.items() if key != field}
                assert not check.is_valid(fewer), field


def test_answers_of_the_http_interface_fit_the_schema(service: Running):
    async def ask() -> None:
        async with Client(service.url) as client:
            new = {"game": "tangram-city", "options": {"players": 1}, "listed": True}
            made = await client.post("/api/tables", new)
            validator("NewTableInfo").validate(made)
            where = f"/api/tables/{made['table']}"
            validator("TableMessage").validate(await client.get(where))
            validator("Position").validate(await client.get(f"{where}/positions/1"))
            validator("Person").validate(await client.get("/api/me"))
            validator("Health").validate(await client.get("/health"))
            for each in await client.get("/api/games"):
                validator("GameInfo").validate(each)
            for each in await client.get("/api/me/tables"):
                validator("TableSummary").validate(each)
            nowhere = await client.http.get("/api/tables/nowhere")
            validator("Problem").validate(nowhere.json())
            match = baumeister.new_match("manhattan", players=3)
            match.roll(random.Random(1))
            record = baumeister.record_of(match).dumps()
            body = {"record": json.loads(record), "line": 3, "seat": 1}
            validator("ReplayBody").validate(body)
            validator("Replayed").validate(await client.post("/api/replay", body))
            whole = whole_record("tangram-city")
            line = next(i for i, text in enumerate(whole["log"], 1) if text[0] != "*")
            same = whole["log"][line - 1][2:]
            tried = {"record": whole, "line": line, "action": same, "best": same}
            validator("JudgementBody").validate(tried)
            validator("Judged").validate(await client.post("/api/judgement", tried))
            validator("PracticeBody").validate(POSITION)
            validator("Practised").validate(await client.post("/api/practice", POSITION))
            every = {"record": whole_record("tangram-city"), "every": True}
            validator("Replayed").validate(await client.post("/api/replay", every))

    asyncio.run(ask())


def whole_record(game: str) -> Any:
    rules = find(game)
    return json.loads(record_of_random(rules, rules.options({}), 1).dumps())


# --- the page --------------------------------------------------------------------------

EXAMPLES = re.findall(r"^```json\n(.*?)^```", PAGE, re.M | re.S)


def test_the_examples_of_the_page_are_messages():
    check = jsonschema.Draft202012Validator(SCHEMA)
    kinds = set()
    for example in EXAMPLES:
        for line in example.strip().split("\n\n"):
            message = json.loads(line)
            check.validate(message)
            kinds.add(message["type"])
    assert kinds == tags("AnyRequest", "type") | tags("AnyMessage", "type")


def codes(of: type[BaumeisterError] = BaumeisterError) -> set[str]:
    return {of.code}.union(*(codes(each) for each in of.__subclasses__()))


def rows(title: str) -> dict[str, list[str]]:
    """The table below a heading, by its first column."""
    section = PAGE.split(f"## {title}\n")[1].split("\n## ")[0]
    lines = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("| `")]
    found = {cells[0].strip(" `"): [cell.strip() for cell in cells[1:]] for cells in lines}
    assert len(found) == len(lines), "a row is there twice"
    return found


def test_the_page_has_every_code_of_an_error_and_its_status():
    by_http = {"not-found": 404, "no-method": 405, "too-large": 413, "internal": 500}
    by_http["upgrade"] = 426
    never_sent = {
        "error",
        "bot",
        "refused",
        "record",
        "explorer",
        "unknown-bot",
        "unknown-seat",
        "missing-solver",
        "arena-file",
        "arena-plan",
        "unfair-bot",
        "plugin",
        "records-folder",
        "work",
    }
    found = {code for code in codes() if code not in never_sent}
    statuses = {code: app.STATUS.get(code, 409) for code in found} | by_http
    assert {code: int(cells[0]) for code, cells in rows("Errors").items()} == statuses


def test_the_page_has_the_limits_of_the_code():
    for words in (
        f"at most {serve.MAX_MESSAGE // 1024} KiB",
        f"at most {socket_client.MAX_TABLES} tables",
        f"{worker_requests.MAX_JOBS} jobs at a time",
        f"at most {MAX_SOCKETS} WebSockets and {MAX_CONNECTIONS} other connections",
        f"{MAX_LISTED} listed tables",
        f"takes {MAX_CHAT_LINES} in each room",
        f"{socket_client.MAX_WAITING} answers",
        f"{socket_client.SEND_TIMEOUT:g} seconds",
        f"every {serve.HEARTBEAT:g} seconds",
        f"last {table.KEYS_KEPT} keys",
        f"last {table.CHAT_KEPT} lines",
        f"bodies of at most {app.MAX_BODY // 1024} KiB",
    ):
        assert words in " ".join(PAGE.split()), words


# --- the example client ----------------------------------------------------------------

CLIENT = DOCS / "examples" / "client.py"


def test_the_page_shows_the_example_client():
    assert f"```python\n{CLIENT.read_text('utf-8')}```" in PAGE


def run_client(url: str) -> str:
    return subprocess.run(
        [sys.executable, CLIENT, url],
        env={**os.environ, "NO_PROXY": "127.0.0.1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    ).stdout


def test_the_example_client_plays_a_game(tmp_path):
    """With the default settings, rate limits included."""
    with running(settings(tmp_path, rate_limits=True)) as found:
        assert re.fullmatch(r"Random Rita \d+, the bot \d+\n", run_client(found.url))
