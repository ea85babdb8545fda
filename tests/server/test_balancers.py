"""The documented load balancers in front of two processes, which are restarted one by one.

Needs nginx, caddy or haproxy; without them these tests are skipped. Their TLS is left out here:
test_proxies.py has it.
"""

from __future__ import annotations

import asyncio
import re
import ssl
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from baumeister.records import check_text
from baumeister.server.serve import free_port
from tests.server.client import Client
from tests.server.processes import Process
from tests.server.test_protocol import DOCS
from tests.server.test_proxies import CADDY, NGINX, changed, program, started
from tests.server.test_two_processes import LOST, Player, _gather, _moves_of

NEW = {"game": "manhattan", "options": {"players": 2}}
EXAMPLES = DOCS / "examples"


def _ours(name: str, inner: list[int], changes: dict[str, str]) -> str:
    """A documented file with our ports, without a base path and without TLS."""
    ports = {"8420": str(inner[0]), "8421": str(inner[1])}
    text = (EXAMPLES / name).read_text("utf-8")
    return changed(text, {"/games": "", **ports, **changes})


def nginx(folder: Path, port: int, inner: list[int]) -> list[str]:
    site = _ours("nginx-several.conf", inner, {"443 ssl": f"127.0.0.1:{port}"})
    site = re.sub(r"ssl_certificate.*;", "", site)
    path = folder / "nginx.conf"
    path.write_text(NGINX.format(folder=folder, site=site), "utf-8")
    return [program("nginx"), "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(path)]


def caddy(folder: Path, port: int, inner: list[int]) -> list[str]:
    here = f"http://127.0.0.1:{port} {{\n\tbind 127.0.0.1\n"
    site = _ours("Caddyfile-several", inner, {"play.example {\n": here})
    path = folder / "Caddyfile"
    path.write_text(CADDY.format(site=site), "utf-8")
    return [program("caddy"), "run", "--config", str(path), "--adapter", "caddyfile"]


def haproxy(folder: Path, port: int, inner: list[int]) -> list[str]:
    plain = {
        ":443 ssl crt /etc/haproxy/play.example.pem": f"127.0.0.1:{port}",
        "X-Forwarded-Proto https": "X-Forwarded-Proto http",
    }
    path = folder / "haproxy.cfg"
    path.write_text(_ours("haproxy.cfg", inner, plain), "utf-8")
    return [program("haproxy"), "-db", "-f", str(path)]


@dataclass
class Balanced:
    url: str
    processes: list[Process]
    arguments: tuple[str, ...]

    def restart(self, number: int) -> None:
        old = self.processes[number]
        assert old.stop() == 0
        new = self.processes[number] = Process(old.log, *self.arguments, port=old.port)
        new.wait()


@pytest.fixture(params=[nginx, caddy, haproxy], ids=lambda each: each.__name__)
def balanced(request: Any, postgres: str, tmp_path: Path) -> Iterator[Balanced]:
    ports, port = [free_port(), free_port()], free_port()
    command = request.param(tmp_path, port, ports)
    arguments = ("--database", postgres, "--data", str(tmp_path), "--drain", "2")
    arguments += ("--proxy", "127.0.0.1")
    logs = [tmp_path / f"process-{number}.log" for number in range(2)]
    processes = [
        Process(log, *arguments, port=inner) for log, inner in zip(logs, ports, strict=True)
    ]
    found = Balanced(f"http://127.0.0.1:{port}", processes, arguments)
    try:
        for process in processes:
            process.wait()
        plain = ssl.create_default_context()
        with started(command, f"{found.url}/health", plain, tmp_path / "balancer.log"):
            yield found
    finally:
        for process in found.processes:
            process.kill()


class Visitor(Player):
    """Reconnects through the balancer as a browser does, and notes how long that took."""

    def __init__(self, client: Client, seed: int, restarting: asyncio.Task[None]) -> None:
        super().__init__(client, [], seed)
        self.gaps: list[float] = []
        self._restarting = restarting

    async def move_to_another(self) -> None:
        began = time.monotonic()
        async with asyncio.timeout(60):
            while True:
                try:
                    await self.client.reconnect()
                except (*LOST, websockets.InvalidHandshake, httpx.TransportError):
                    await asyncio.sleep(0.05)
                else:
                    break
        self.gaps.append(time.monotonic() - began)

    async def _wait_for_what_follows(self, table: str, said: Any) -> None:
        await super()._wait_for_what_follows(table, said)
        if not self._restarting.done():
            await asyncio.sleep(0.6)  # the game must outlast the restarts


@pytest.mark.slow
def test_a_rolling_restart_loses_nothing(balanced: Balanced) -> None:
    async def play() -> list[float]:
        async with Client(balanced.url, "Ada") as ada, Client(balanced.url, "Bob") as bob:
            table = await _gather(ada, bob, NEW)
            restarting = asyncio.create_task(restart())
            players = [Visitor(ada, 1, restarting), Visitor(bob, 2, restarting)]
            async with asyncio.timeout(120):
                await asyncio.gather(*(each.play(table, lambda: None) for each in players))
            assert restarting.done(), "the game was too short"
            await restarting
            record = check_text((await ada.http.get(f"/api/tables/{table}/record")).text)
            for seat, player in enumerate(players):
                assert _moves_of(record, seat) == player.acknowledged
            return [gap for player in players for gap in player.gaps]

    async def restart() -> None:
        for number in range(2):
            await asyncio.to_thread(balanced.restart, number)

    gaps = asyncio.run(play())
    assert 1 <= len(gaps) <= 6, "a connection is told to move once per restart of its process"
    assert max(gaps) < 10  # a fraction of a second unless the machine is overloaded


@pytest.mark.slow
def test_a_killed_process_is_left_out(balanced: Balanced) -> None:
    balanced.processes[0].kill()
    with httpx.Client(base_url=balanced.url, trust_env=False, timeout=30) as client:
        for number in range(10):
            answer = client.post("/api/people", json={"name": f"Guest {number}"})
            assert answer.status_code == 201
        assert client.get("/metrics").status_code == 404
