"""`baumeister open`: start the service and open its page."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from baumeister.cli.operator.open import _listener
from baumeister.server.serve import free_port


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """An environment whose browser writes down the addresses it opens."""
    program = tmp_path / "browser"
    program.write_text(f'#!/bin/sh\necho "$1" >> {tmp_path}/shown\n')
    program.chmod(0o755)
    unset = {"CI", "WAYLAND_DISPLAY"}
    kept = {key: value for key, value in os.environ.items() if key not in unset}
    return {**kept, "XDG_DATA_HOME": str(tmp_path), "BROWSER": str(program), "DISPLAY": ":9"}


def shown(home: dict[str, str], patience: float = 30) -> list[str]:
    note = Path(home["XDG_DATA_HOME"]) / "shown"
    end = time.monotonic() + patience
    while time.monotonic() < end and not note.exists():
        time.sleep(0.05)
    return note.read_text().split() if note.exists() else []


@contextmanager
def opened(home: dict[str, str], *arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run the command; yields the address it prints, and the process."""
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "baumeister", "open", *arguments],
        env=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    with process:
        try:
            assert process.stdout
            line = process.stdout.readline()
            address = re.search(r"http://127\.0\.0\.1:\d+/", line)
            assert address, line + (process.stderr.read() if process.stderr else "")
            yield address[0], process
        finally:
            process.kill()


def test_serves_opens_the_page_and_stops_on_ctrl_c(home: dict[str, str]) -> None:
    with opened(home) as (address, process):
        assert httpx.get(address, trust_env=False).status_code == 200
        assert shown(home) == [address]
        process.send_signal(signal.SIGINT)
        _, printed = process.communicate(timeout=60)
        assert process.returncode == 0
        assert printed == "Closed. Your tables are kept.\n"
    folder = Path(home["XDG_DATA_HOME"]) / "baumeister" / "server"
    assert [path.name for path in folder.iterdir()] == ["baumeister.db"]


def test_second_start_only_opens_the_page(home: dict[str, str]) -> None:
    with opened(home, "--no-browser") as (address, _):
        assert shown(home, patience=0.5) == []
        with opened(home) as (again, process):
            assert again == address
            assert process.wait(60) == 0
        assert shown(home) == [address]


def test_stale_address_file_is_ignored(home: dict[str, str]) -> None:
    folder = Path(home["XDG_DATA_HOME"]) / "baumeister" / "server"
    folder.mkdir(parents=True)
    left = f"http://127.0.0.1:{free_port()}/"
    (folder / "address").write_text(left)
    with opened(home, "--no-browser") as (address, _):
        assert address != left
        assert httpx.get(f"{address}health", trust_env=False).json()["status"] == "ok"


def test_busy_default_port_is_skipped(home: dict[str, str]) -> None:
    with ExitStack() as stack:
        first = stack.enter_context(socket.socket())
        first.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            first.bind(("127.0.0.1", 8420))
            first.listen()
        except OSError:  # another process has the port, which is just as good
            pass
        address, _ = stack.enter_context(opened(home, "--no-browser"))
        assert 8420 < int(re.findall(r"\d+", address)[-1]) < 8440


def test_busy_named_port_is_an_error(home: dict[str, str]) -> None:
    with socket.socket() as first:
        first.bind(("127.0.0.1", 0))
        first.listen()
        port = str(first.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "baumeister", "open", "--port", port],
            env=home, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert f"port {port}" in done.stderr
    assert "--port" in done.stderr


def test_small_packets_are_not_delayed() -> None:
    """asyncio sets TCP_NODELAY (40 ms per answer) only on sockets it recognises as TCP."""
    with _listener(0) as listener:
        assert listener.proto == socket.IPPROTO_TCP


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="there is always a display")
@pytest.mark.parametrize("change", [{"DISPLAY": ""}, {"CI": "true"}], ids=["no display", "CI"])
def test_no_browser_without_a_display(home: dict[str, str], change: dict[str, str]) -> None:
    with opened({**home, **change}):
        assert shown(home, patience=0.5) == []
