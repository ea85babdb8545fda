"""The HTTP interface against its own OpenAPI document: no input crashes it, and every answer is
documented."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as examples
from hypothesis.errors import Unsatisfiable

from tests.server.client import Client
from tests.server.running import Running

MODES = {"fitting": "positive", "unfitting": "negative"}


@pytest.mark.parametrize("mode", MODES)
def test_every_answer_is_documented(service: Running, mode: str) -> None:
    assert _fuzz(service, mode, most=1) > 30


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_the_same_with_many_examples(service: Running, mode: str) -> None:
    assert _fuzz(service, mode, most=100) > 2000


def _fuzz(service: Running, mode: str, most: int) -> int:
    """The number of requests sent to all operations, each by a guest and by a stranger."""
    import schemathesis  # slow to import, and only one worker needs it

    schema = schemathesis.openapi.from_url(f"{service.url}/api/schema/openapi.json")
    table = asyncio.run(_table(service))
    operations = (found.ok() for found in schema.get_all_operations())
    people = _cookies(service), {}
    return sum(_ask(each, MODES[mode], people, table, most) for each in operations)


def _ask(operation: Any, mode: str, people: tuple[Any, ...], table: str, most: int) -> int:
    """Fuzz one operation; about half of the requested tables exist."""
    from schemathesis import GenerationMode
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    wanted = [
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_headers_conformance,
        checks.response_schema_conformance,
    ]
    strategy = operation.as_strategy(generation_mode=GenerationMode(mode))
    sent = 0

    @examples(
        max_examples=most,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=strategy)
    def answered(case: Any) -> None:
        nonlocal sent
        if "table_id" in (case.path_parameters or {}) and sent % (2 * len(people)) == 0:
            case.path_parameters["table_id"] = table
        for cookies in people:
            sent += 1
            case.call_and_validate(cookies=cookies, checks=wanted)

    with suppress(Unsatisfiable):  # an operation without input has no invalid requests
        answered()
    return sent


def _cookies(service: Running) -> dict[str, str]:
    answer = httpx.post(f"{service.url}/api/people", json={"name": "Fuzz"}, trust_env=False)
    return dict(answer.cookies)


async def _table(service: Running) -> str:
    """A listed table with a running game."""
    async with Client(service.url, "Host") as host:
        new = {"game": "manhattan", "seats": [{"kind": "me"}, {"kind": "me"}], "listed": True}
        made = await host.post("/api/tables", {**new, "options": {"players": 2}})
        return str(made["table"])
