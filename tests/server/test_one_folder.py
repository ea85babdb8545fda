"""Two services on one SQLite folder: the second one refuses to start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from baumeister.server.service import Service
from baumeister.server.store import StoreError
from baumeister.server.store.folder_lock import FolderLock
from tests.server.processes import Process
from tests.server.running import running, settings

HOLD = """
import sys
from pathlib import Path
from baumeister.server.store.folder_lock import FolderLock
lock = FolderLock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_service_is_refused_until_the_first_has_stopped(tmp_path: Path) -> None:
    with (
        running(settings(tmp_path)),
        pytest.raises(StoreError, match="another service is running in the folder"),
    ):
        Service(settings(tmp_path))
    with running(settings(tmp_path)):
        pass


def test_a_killed_process_releases_the_folder(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(StoreError, match="another service"):
            FolderLock(tmp_path)
        holder.kill()
        holder.wait()
    FolderLock(tmp_path).release()


@pytest.mark.slow
def test_the_command_says_so(tmp_path: Path) -> None:
    first = Process(tmp_path / "first.log", "--data", str(tmp_path))
    try:
        first.wait()
        second = Process(tmp_path / "second.log", "--data", str(tmp_path))
        assert second._process.wait(60) == 1
        said = " ".join(second.log.read_text("utf-8").split())
        assert "another service is running in the folder" in said
    finally:
        first.kill()
