"""Fuzzed sockets: the service stays up, innocents notice nothing, only legal actions count."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import httpx
import pytest

from baumeister.server.logs import JsonFormatter
from tests.server.running import Running, running, settings
from tests.server.siege import Siege


def test_hostile_messages_have_no_effect_but_legal_actions(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    with running(settings(tmp_path)) as service:
        siege = _besieged(service, 3000)
        metrics = httpx.get(f"{service.url}/metrics", trust_env=False).text
    assert {"malformed", "forbidden", "no-table", "done"} <= set(siege.answers)
    _no_secrets(siege, [*map(JsonFormatter().format, caplog.records), metrics])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_many_more_hostile_messages(service: Running, seed: int) -> None:
    _besieged(service, 20_000, seed)


def _besieged(service: Running, count: int, seed: int = 1) -> Siege:
    siege = Siege(service, seed)
    asyncio.run(siege.run(count))
    assert siege.sent >= count
    assert siege.games >= 1
    return siege


def _no_secrets(siege: Siege, lines: list[str]) -> None:
    """No cookies, invitations or seeds, and nothing that was said or held."""
    assert len(siege.secrets) > 8
    for line in lines:
        for secret in siege.secrets | {'"hi"', "hand", "choose", "crash"}:
            assert secret not in line
