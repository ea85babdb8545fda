"""Services of this version or of another revision, over either store."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
from tests.server.databases import empty_database, postgres_cluster, redis_server

from baumeister.server.serve import free_port

ROOT = Path(__file__).parents[2]
GRACE = 0.1
"""Seconds in which a move may be taken back. The default, three seconds, would make most tables
wait; the draw after it is still a commit and an update of its own."""
PROGRAM = f"""
import sys
from pathlib import Path
from baumeister.server.serve import serve
from baumeister.server.settings import Settings
data, port, *shared = sys.argv[1:]
database, redis = shared or (None, None)
given = Settings(
    data=Path(data), database=database, redis=redis, rate_limits=False, undo_grace={GRACE}
)
serve(given, ("127.0.0.1", int(port)), level="WARNING")
"""


class Process(NamedTuple):
    pid: int
    url: str

    def memory(self) -> int:
        """Resident bytes."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) * 1024
        return 0

    def cpu(self) -> float:
        """Seconds of CPU time used so far, worker processes excluded."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def sources(revision: str | None) -> Iterator[Path]:
    """The source folder of this version, or of another one in a temporary worktree."""
    if revision is None:
        yield ROOT / "src"
        return
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        git = ("git", "-C", str(ROOT), "worktree")
        subprocess.run([*git, "add", "--detach", tree, revision], check=True, capture_output=True)
        try:
            yield tree / "src"
        finally:
            subprocess.run([*git, "remove", "--force", tree], check=True)


@contextmanager
def stores(shared: bool) -> Iterator[tuple[str, ...]]:
    """Nothing, or the addresses of an empty PostgreSQL database and a Redis."""
    if not shared:
        yield ()
        return
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="baumeister-load-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        cluster = stack.enter_context(postgres_cluster(folder))
        database = stack.enter_context(empty_database(cluster))
        yield database, stack.enter_context(redis_server(folder, folder)).url


@contextmanager
def running(source: Path, number: int, shared: bool) -> Iterator[list[Process]]:
    """This many processes of a service."""
    started: list[subprocess.Popen[bytes]] = []
    with tempfile.TemporaryDirectory() as folder, stores(shared) as addresses:
        try:
            found = []
            for each in range(number):
                port = free_port()
                data = str(Path(folder) / str(each))
                process = subprocess.Popen(
                    [sys.executable, "-c", PROGRAM, data, str(port), *addresses],
                    env={**os.environ, "PYTHONPATH": str(source)},
                )
                started.append(process)
                found.append(Process(process.pid, f"http://127.0.0.1:{port}"))
                _wait(process, found[-1].url)
            yield found
        finally:
            for process in started:
                process.terminate()
            for process in started:
                process.wait()


def _wait(process: subprocess.Popen[bytes], url: str) -> None:
    while process.poll() is None:
        try:
            httpx.get(f"{url}/health", trust_env=False).raise_for_status()
            return
        except httpx.HTTPError:
            time.sleep(0.1)
    raise RuntimeError("the service did not start")
