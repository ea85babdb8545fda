"""`baumeister open`: start the service and open its page."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from baumeister.cli.console import show_in_browser
from baumeister.server.listening import LOOPBACK, listener, local_listeners, network_host
from baumeister.server.serve import free_port
from tests.server.running import running, settings
from tests.waiting import until

Run = Callable[..., tuple[int, str, str]]


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
            address = re.search(r"http://localhost:\d+/", line)
            assert address, line + (process.stderr.read() if process.stderr else "")
            yield address[0], process
        finally:
            process.kill()


def test_serves_opens_the_page_twice_and_stops_on_ctrl_c(home: dict[str, str]) -> None:
    with opened(home, "--no-browser") as (address, process):
        assert httpx.get(address, trust_env=False).status_code == 200
        assert shown(home, patience=0.5) == []
        with opened(home) as (again, second):  # only opens the page
            assert again == address
            assert second.wait(60) == 0
        assert shown(home) == [address]
        process.send_signal(signal.SIGINT)
        _, printed = process.communicate(timeout=60)
        assert process.returncode == 0
        assert printed == "Closed. Your tables are kept.\n"
    folder = Path(home["XDG_DATA_HOME"]) / "baumeister" / "server"
    assert {path.name for path in folder.iterdir()} == {
        "baumeister.db",
        "open.json",
        "serving.lock",
    }


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"DISPLAY": ":9"}, ["http://localhost/"]),
        ({"WAYLAND_DISPLAY": "w"}, ["http://localhost/"]),
        ({"DISPLAY": ":9", "CI": "true"}, []),
        pytest.param(
            {},
            [],
            marks=pytest.mark.skipif(
                sys.platform in ("darwin", "win32"), reason="there is always a display"
            ),
        ),
    ],
)
def test_a_browser_is_opened_only_where_somebody_sees_it(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], expected: list[str]
) -> None:
    for name in ("CI", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    asked: list[str] = []
    monkeypatch.setattr("webbrowser.open", asked.append)
    show_in_browser("http://localhost/").join()
    assert asked == expected


def is_taken(port: int, stack: ExitStack) -> bool:
    """Listen on the port while the stack is open; False if another process does."""
    ours = socket.socket()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        ours.bind(("127.0.0.1", port))
        ours.listen()
    except OSError:
        ours.close()
        return False
    stack.enter_context(ours)
    return True


def test_busy_default_port_is_skipped_and_a_stale_address_ignored(home: dict[str, str]) -> None:
    folder = Path(home["XDG_DATA_HOME"]) / "baumeister" / "server"
    folder.mkdir(parents=True)
    left = f"http://127.0.0.1:{free_port()}/"
    (folder / "address").write_text(left)
    with ExitStack() as stack:
        # A test beside this one lets go of the port within seconds; another program may keep it.
        with suppress(pytest.fail.Exception):
            until(lambda: is_taken(8420, stack))
        address, _ = stack.enter_context(opened(home, "--no-browser"))
        assert address != left
        assert 8420 < int(re.findall(r"\d+", address)[-1]) < 8440
        assert httpx.get(f"{address}health", trust_env=False).json()["status"] == "ok"


def test_busy_named_port_is_an_error(
    run: Run, home: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", home["XDG_DATA_HOME"])
    with socket.socket() as first:
        first.bind(("127.0.0.1", 0))
        first.listen()
        port = str(first.getsockname()[1])
        code, _, err = run("open", "--port", port)
    assert code == 1
    assert f"port {port}" in err
    assert "--port" in err


def test_small_packets_are_not_delayed() -> None:
    """asyncio sets TCP_NODELAY (40 ms per answer) only on sockets it recognises as TCP."""
    with listener(LOOPBACK, 0) as found:
        assert found.proto == socket.IPPROTO_TCP


def lines(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline()


def reached(port: str) -> bool:
    """Whether the service answers at the address of this machine in its network."""
    try:
        return httpx.get(f"http://{network_host()}:{port}/health", trust_env=False).is_success
    except (httpx.ConnectError, httpx.InvalidURL):
        return False


def test_guests_move_to_localhost_once_and_the_network_is_chosen_and_remembered(
    run: Run, home: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    host = network_host()
    monkeypatch.setenv("XDG_DATA_HOME", home["XDG_DATA_HOME"])
    folder = Path(home["XDG_DATA_HOME"]) / "baumeister" / "server"
    folder.mkdir(parents=True)
    with running(settings(folder)):
        pass  # as an older version left it: without open.json
    with opened(home) as (address, process):
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?move", shown(home)[0])
        port = re.findall(r"\d+", address)[-1]
        joins = f"join at http://{host}:{port}/" if host else "in no network now"
        assert "Only this computer" in lines(process)
        assert not reached(port)
        assert joins in run("open", "--no-browser", "--network")[1]  # tells the running one
        assert joins in lines(process)
        assert reached(port) == bool(host)
        process.send_signal(signal.SIGINT)
        process.wait(60)
    (folder.parent.parent / "shown").unlink()
    with opened(home) as (address, process):
        port = re.findall(r"\d+", address)[-1]
        assert shown(home) == [address]
        assert ("join at" if host else "in no network now") in lines(process)
        assert reached(port) == bool(host)
        assert "Only this computer" in run("open", "--no-browser", "--no-network")[1]
        assert not reached(port)


def test_both_versions_of_ip_are_ours() -> None:
    """Another program at ::1 would be found by browsers that ask for localhost."""
    found = local_listeners(0, network=False)
    try:
        port = found[0].getsockname()[1]
        assert found[0].getsockname() == ("127.0.0.1", port)
        if len(found) == 1:
            pytest.skip("NOT TESTED: no IPv6 here")
        assert found[1].getsockname()[:2] == ("::1", port)
        found[0].close()
        with pytest.raises(OSError, match="in use"):
            local_listeners(port, network=False)
    finally:
        for each in found:
            each.close()


def test_the_start_does_not_wait_for_what_it_may_not_need() -> None:
    """Passkeys, PostgreSQL and Redis are imported when somebody uses them: a third of the time."""
    code = "import sys, baumeister.server.serve; print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"psycopg", "redis", "webauthn"} & set(re.findall(r"'([\w.]+)'", done.stdout))
