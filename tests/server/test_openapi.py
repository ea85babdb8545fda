"""The OpenAPI document is true."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest

from tests.server.running import running, settings

DOCUMENT = json.loads((Path(__file__).parents[2] / "docs" / "openapi.json").read_text("utf-8"))
"""tests/test_docs.py compares the file with the code; to make it takes a second."""
OPERATIONS: list[tuple[str, str, dict[str, Any]]] = [
    (path, method, operation)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
]
NOT_HERE = {
    "/api/operator/bans": "forbidden",
    "/api/operator/bans/lift": "forbidden",
    "/api/tables/{table_id}/commands": "no-table",
    "/api/passkeys/register/finish": "login",
    "/api/passkeys/login/finish": "login",
    "/api/move/finish": "login",
    "/api/network": "forbidden",
    "/api/me/mail": "not-now",
    "/api/mail/confirm": "not-now",
    "/api/mail/stop": "not-now",
    "/api/puzzles/{puzzle_id}/try": "puzzle",
    "/api/days/{game_id}/{day}": "puzzle",
}
"""Examples that refer to a table, challenge, network, mail server or puzzle that does not exist
here."""
PLACES = {"table_id": "nowhere", "puzzle_id": "0", "game_id": "nowhere", "day": "2026-11-17"}


def test_every_operation_is_documented():
    summaries = [operation["summary"] for _, _, operation in OPERATIONS]
    assert all(" " in summary for summary in summaries), summaries
    assert len(set(summaries)) == len(OPERATIONS)
    assert len({operation["operationId"] for _, _, operation in OPERATIONS}) == len(OPERATIONS)


def test_the_example_bodies_are_accepted(tmp_path):
    """In order: the guest of one example creates the account of the next."""
    tried = 0
    with (
        running(settings(tmp_path)) as service,
        httpx.Client(base_url=service.url, trust_env=False, timeout=60) as client,
    ):
        for path, method, operation in OPERATIONS:
            for example in examples(operation):
                answer = client.request(method, path.format(**PLACES), json=example)
                if path in NOT_HERE:
                    assert answer.json()["code"] == NOT_HERE[path], answer.text
                else:
                    assert str(answer.status_code) in operation["responses"], answer.text
                    assert answer.is_success, (path, answer.text)
                    fits(answer, operation)
                tried += 1
    bodies = [operation for _, _, operation in OPERATIONS if "requestBody" in operation]
    assert tried >= len(bodies)
    assert all(examples(operation) for operation in bodies)


def examples(operation: dict[str, Any]) -> list[Any]:
    content = operation.get("requestBody", {}).get("content", {})
    found: list[Any] = content.get("application/json", {}).get("schema", {}).get("examples", [])
    return found


def fits(answer: httpx.Response, operation: dict[str, Any]) -> None:
    content = operation["responses"][str(answer.status_code)].get("content", {})
    if "application/json" in content:
        schema = {**content["application/json"]["schema"], "components": DOCUMENT["components"]}
        jsonschema.Draft202012Validator(schema).validate(answer.json())


@pytest.mark.parametrize("base", ["", "/games"])
def test_a_running_service_has_the_document(tmp_path, base):
    with running(settings(tmp_path, base_path=base)) as service:
        address = f"{service.url}/api/schema/openapi.json"
        served = httpx.get(address, trust_env=False, timeout=60).json()
    assert set(served["paths"]) == {base + path for path in DOCUMENT["paths"]}
