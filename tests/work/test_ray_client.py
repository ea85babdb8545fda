"""A tournament played from outside a Ray cluster, through Ray's client (`--on ray://HOST:PORT`).

Needs Ray, which is not among the requirements of the checks: pip install '.[cluster]'.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import until

pytestmark = pytest.mark.slow

ARENA = ["arena", "manhattan", "--players", "2", "--bots", "random,1,search:nodes=20"]
GAMES = ["--games", "24"]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except OSError:
        return False
    return True


@pytest.fixture
def head(tmp_path_factory):
    """A cluster of two cores, started as docs/arena.md says; the address of its client server."""
    pytest.importorskip("ray", reason="needs Ray: pip install '.[cluster]'")
    port = free_port()
    settings = {
        "port": 0,
        "node-ip-address": "127.0.0.1",
        "ray-client-server-port": port,
        "dashboard-agent-listen-port": free_port(),
        "include-dashboard": "false",
        "num-cpus": 2,
        "object-store-memory": 80 << 20,
        "temp-dir": tmp_path_factory.mktemp("ray"),
    }
    command = Path(sys.executable).with_name("ray")
    log = tmp_path_factory.mktemp("log") / "head.txt"
    with log.open("w") as output:
        started = subprocess.Popen(
            [command, "start", "--head", "--block", "--disable-usage-stats"]
            + [f"--{name}={value}" for name, value in settings.items()],
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        until(lambda: answers(port) or started.poll() is not None, seconds=120)
        assert started.poll() is None, log.read_text()
        yield f"ray://127.0.0.1:{port}"
    finally:
        os.killpg(started.pid, signal.SIGTERM)
        started.wait(timeout=60)


def baumeister(*words: object) -> None:
    command = [sys.executable, "-m", "baumeister", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr


def test_a_tournament_through_the_client_has_the_same_bytes(head, tmp_path):
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    baumeister(*ARENA, *GAMES, "--out", here)
    baumeister(*ARENA, *GAMES, "--out", there, "--on", head)
    assert there.read_bytes() == here.read_bytes()
    assert here.read_bytes().count(b"\n") > 24
