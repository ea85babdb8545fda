"""A private PostgreSQL and a private Redis from Debian's packages.

All test processes of a run share one cluster: the first one starts it, behind a lock, and the last
one stops it.
"""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import redis

from baumeister.server.serve import free_port
from tests.debian import AbsentError, found, is_root, locked, run

USER = "postgres"


def _postgres_programs() -> Path | None:
    """The folder of the server's programs; the client alone is not enough."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if folders:
        return folders[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


def _redis_program() -> Path | None:
    found = shutil.which("redis-server")
    return Path(found) if found else None


# --- PostgreSQL ------------------------------------------------------------------------


def _as_user(*command: str) -> tuple[str, ...]:
    """Run as another user: PostgreSQL refuses to run as root."""
    return ("runuser", "-u", USER, "--", *command) if is_root() else command


def _start_postgres() -> tuple[str, Path]:
    programs = found(_postgres_programs, "postgresql")
    folder = Path(tempfile.mkdtemp(prefix="baumeister-postgres-"))  # accessible to that user
    if is_root():
        shutil.chown(folder, USER)
    data, port = str(folder / "data"), free_port()
    run(
        *_as_user(str(programs / "initdb"), "-D", data, "-U", USER),
        *("-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C"),
    )
    options = f"-p {port} -c listen_addresses=127.0.0.1 -k {folder} -c max_connections=80"
    run(
        *_as_user(str(programs / "pg_ctl"), "-D", data, "-l", str(folder / "log"), "-w"),
        *("-t", "50", "-o", options, "start"),
    )
    return f"postgresql://{USER}@127.0.0.1:{port}/postgres", folder


def _stop_postgres(folder: Path) -> None:
    programs = _postgres_programs()
    if programs:
        with suppress(AbsentError):
            stop = ("-m", "immediate", "-w", "stop")
            run(*_as_user(str(programs / "pg_ctl"), "-D", str(folder / "data"), *stop))
    shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def postgres_cluster(shared: Path) -> Iterator[str]:
    """The URL of a running cluster, shared by all processes that name the same folder."""
    noted = shared / "postgres.json"
    with locked(shared):
        if noted.exists():
            url, folder, users = json.loads(noted.read_text())
        else:
            url, folder, users = *map(str, _start_postgres()), 0
        noted.write_text(json.dumps([url, folder, users + 1]))
    try:
        yield url
    finally:
        with locked(shared):
            url, folder, users = json.loads(noted.read_text())
            noted.write_text(json.dumps([url, folder, users - 1]))
            if users == 1:
                noted.unlink()
                _stop_postgres(Path(folder))


@contextmanager
def empty_database(cluster: str) -> Iterator[str]:
    """The URL of a new database."""
    name = f"b{uuid.uuid4().hex}"
    with psycopg.connect(cluster, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield cluster.rpartition("/")[0] + f"/{name}"
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


# --- Redis -----------------------------------------------------------------------------


class Redis:
    """A Redis server without persistence that can be paused."""

    def __init__(self, program: Path, folder: Path) -> None:
        self._program = program
        self._folder = folder
        self._port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"redis://127.0.0.1:{self._port}/0"

    def start(self) -> None:
        self._process = subprocess.Popen(
            [
                *(str(self._program), "--port", str(self._port), "--bind", "127.0.0.1"),
                *("--save", "", "--appendonly", "no", "--dir", str(self._folder)),
            ],
            stdout=subprocess.DEVNULL,
        )
        with redis.Redis.from_url(self.url) as client:
            for _ in range(500):
                with suppress(redis.ConnectionError):
                    client.ping()
                    return
                time.sleep(0.02)
        raise AbsentError("redis-server does not answer")

    def hang(self) -> None:
        """Pause the server: it accepts connections, but does not answer."""
        if self._process:
            self._process.send_signal(signal.SIGSTOP)

    def stop(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None


@contextmanager
def redis_server(shared: Path, folder: Path) -> Iterator[Redis]:
    with locked(shared):
        program = found(_redis_program, "redis-server")
    server = Redis(program, folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()
