"""A PostgreSQL cluster and a Redis server of our own, to be killed."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

from .server import _free_port

USER = "postgres"


def _as_user(*command: str) -> list[str]:
    """PostgreSQL refuses to run as root."""
    return ["runuser", "-u", USER, "--", *command] if os.geteuid() == 0 else list(command)


class Postgres:
    """A cluster whose commits reach the disk."""

    def __init__(self) -> None:
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        if not programs:
            raise SystemExit("PostgreSQL is not installed: apt-get install postgresql")
        self._programs = programs[-1].parent
        self._folder = Path(tempfile.mkdtemp(prefix="baumeister-crash-postgres-"))
        if os.geteuid() == 0:
            shutil.chown(self._folder, USER)
        self._data = self._folder / "data"
        self._port = _free_port()
        self.url = f"postgresql://{USER}@127.0.0.1:{self._port}/postgres"
        initdb = (str(self._programs / "initdb"), "-D", str(self._data), "-U", USER)
        self._run(*initdb, "-A", "trust", "-E", "UTF8", "--locale=C")
        self._start()

    def _run(self, *command: str) -> bool:
        done = subprocess.run(
            _as_user(*command), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
        )
        return done.returncode == 0

    def _start(self) -> bool:
        options = f"-p {self._port} -c listen_addresses=127.0.0.1 -k {self._folder}"
        log = str(self._folder / "log")
        control = (str(self._programs / "pg_ctl"), "-D", str(self._data), "-l", log)
        return self._run(*control, "-w", "-t", "30", "-o", options, "start")

    async def kill(self) -> None:
        """SIGKILL to every process of the cluster, then start it again."""
        main = int((self._data / "postmaster.pid").read_text().split()[0])
        for each in [main, *_children(main)]:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        for _ in range(100):  # until the kernel has released its shared memory
            if await asyncio.to_thread(self._start):
                return
            await asyncio.sleep(0.1)
        raise RuntimeError(f"PostgreSQL does not start again: see {self._folder / 'log'}")

    def stop(self) -> None:
        control = (str(self._programs / "pg_ctl"), "-D", str(self._data))
        self._run(*control, "-m", "immediate", "-w", "stop")
        shutil.rmtree(self._folder, ignore_errors=True)


class Redis:
    """A Redis server without persistence."""

    def __init__(self) -> None:
        program = shutil.which("redis-server")
        if not program:
            raise SystemExit("Redis is not installed: apt-get install redis-server")
        self._program = program
        self._port = _free_port()
        self.url = f"redis://127.0.0.1:{self._port}/0"
        self._process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        command = [self._program, "--port", str(self._port), "--bind", "127.0.0.1", "--save", ""]
        return subprocess.Popen([*command, "--appendonly", "no"], stdout=subprocess.DEVNULL)

    async def kill(self) -> None:
        self.stop()
        await asyncio.sleep(0.2)
        self._process = self._start()

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()


def _children(of: int) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == of:
            found.append(int(folder.name))
    return found
