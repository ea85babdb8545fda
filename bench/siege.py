"""A siege: ten kinds of hostile guests at once, while honest tables play on.

    .venv/bin/python bench/siege.py [--seconds 300] [--tables 50] [--against PATH-OR-REVISION]

Starts a service of this checkout, or of another one to compare with, in its own process with its
rate limits on. Honest players, each from an address of their own, play with bots, ask for hints and
analyse their games; each kind of hostile guest has one address, and all of them run in another
process. Prints how long honest players waited, their errors, and how memory, disk and log grew.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "bench"))

import httpx  # noqa: E402
from besieging.honest import KINDS, Honest, Waits  # noqa: E402

SERVER = """
import sys
from pathlib import Path
from baumeister.server.serve import serve
from baumeister.server.settings import Settings
given = Settings(
    data=Path(sys.argv[1]), bot_delay=(0.0, 0.0), hint_seconds=0.1, analysis_seconds=0.02, workers=2
)
serve(given, ("127.0.0.1", int(sys.argv[2])))
"""
BUILT = ("src/baumeister/fast", "src/baumeister/server/client")


@contextmanager
def checkout(given: str | None) -> Iterator[Path]:
    """The folder of a checkout; a revision of this one is unpacked with our compiled parts."""
    if given is None or Path(given).is_dir():
        yield Path(given or ROOT).resolve()
        return
    with tempfile.TemporaryDirectory() as folder:
        command = ["git", "-C", str(ROOT), "archive", given]
        packed = subprocess.run(command, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
        for path in (ROOT / BUILT[0]).glob("_core*.so"):
            shutil.copy(path, Path(folder) / BUILT[0])
        if (ROOT / BUILT[1]).is_dir():
            shutil.copytree(ROOT / BUILT[1], Path(folder) / BUILT[1], dirs_exist_ok=True)
        yield Path(folder)


def memory(pid: int) -> int:
    """Bytes of a process and its descendants, shared ones counted once (Linux)."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
    total = 0
    for each in parents:
        above = each
        while above not in (pid, 0):
            above = parents.get(above, 0)
        with suppress(OSError):
            used = Path(f"/proc/{each}/smaps_rollup").read_text() if above == pid else ""
            total += sum(
                int(line.split()[1]) * 1024 for line in used.splitlines() if line.startswith("Pss:")
            )
    return total


def size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def ready(url: str) -> None:
    for _ in range(600):
        try:
            if httpx.get(f"{url}/health", trust_env=False).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise SystemExit("the service did not start")


async def honest(url: str, count: int, seconds: float) -> Waits:
    waits = Waits()
    players = [Honest(url, number, waits) for number in range(count)]
    ends = time.monotonic() + seconds
    await asyncio.gather(*(player.play(ends) for player in players))
    return waits


def report(waits: Waits) -> None:
    for kind in KINDS:
        found = waits.seconds[kind]
        print(
            f"  {kind:9} {len(found):6} answered  p50 {quantile(found, 0.5) * 1000:8.1f} ms"
            f"  p99 {quantile(found, 0.99) * 1000:8.1f} ms"
            f"  max {max(found, default=0) * 1000:8.1f} ms"
        )
    print(f"  games finished {waits.games}, still waiting at the end {waits.unanswered}")
    print(f"  errors {sum(waits.errors.values())} {dict(waits.errors.most_common(8))}")


def report_loop(text: str) -> None:
    """How late the service's event loop was, and whether it ran or waited for a core meanwhile."""
    found = dict(line.rsplit(" ", 1) for line in text.splitlines() if line[:1] != "#")
    name = "baumeister_loop_"
    count = float(found.get(f"{name}delay_seconds_count", 0))
    if count:
        late = {
            key.split('"')[1]: float(value) / count
            for key, value in found.items()
            if key.startswith(f"{name}delay_seconds_bucket")
        }
        p99 = next(bound for bound, share in late.items() if share >= 0.99)
        ran, waited = (float(found[f"{name}{each}_seconds"]) for each in ("ran", "waited"))
        print(f"  event loop: p99 late by at most {p99} s; ran {ran:.1f} s, waited {waited:.1f} s")


def main(given: argparse.Namespace) -> None:
    with checkout(given.against) as source, tempfile.TemporaryDirectory() as folder:
        from baumeister.server.serve import free_port

        data, log, port = Path(folder) / "data", Path(folder) / "log", free_port()
        data.mkdir()
        url = f"http://127.0.0.1:{port}"
        environment = {**os.environ, "PYTHONPATH": str(source / "src")}
        command = [sys.executable, "-c", SERVER, str(data), str(port)]
        with log.open("wb") as written:
            server = subprocess.Popen(command, env=environment, stderr=written, cwd=source)
        hostile = None
        try:
            ready(url)
            was = memory(server.pid), size(data), log.stat().st_size
            if not given.peace:
                attack = [sys.executable, "-m", "besieging.hostile", url, str(given.seconds)]
                attack.append(given.kinds)
                hostile = subprocess.Popen(
                    attack, cwd=ROOT / "bench", env={**os.environ, "PYTHONPATH": str(ROOT / "src")}
                )
            waits = asyncio.run(honest(url, given.tables, given.seconds))
            now = memory(server.pid), size(data), log.stat().st_size
            metrics = httpx.get(f"{url}/metrics", trust_env=False).text
            name = given.against or "this checkout"
            print(f"{name}: {given.tables} honest tables, {given.seconds:g} s")
            report(waits)
            report_loop(metrics)
            for what, before, after in zip(("memory", "disk", "log"), was, now, strict=True):
                print(f"  {what:7} {before / 2**20:9.2f} MiB before {after / 2**20:9.2f} MiB after")
            if hostile:
                hostile.wait(60)
        finally:
            for process in (hostile, server):
                if process is not None and process.poll() is None:
                    process.terminate()
                    try:
                        process.wait(20)
                    except subprocess.TimeoutExpired:
                        process.kill()
                        process.wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--against", help="another checkout, or a git revision of this one")
    parser.add_argument("--kinds", default="", help="only these kinds, such as hints,undos")
    parser.add_argument("--peace", action="store_true", help="without hostile guests")
    main(parser.parse_args())
