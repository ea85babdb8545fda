"""Send a hundred thousand hostile messages to a running service.

Prints how many were sent, what the service answered, how it closed hostile connections, and how
many games innocent players finished meanwhile. Stops with an error if an attacker achieves anything
they should not be able to (tests/server/siege.py). Usage: .venv/bin/python bench/abuse.py [number
of messages]
"""

from __future__ import annotations

import asyncio
import resource
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

import httpx
from tests.server.running import running, settings
from tests.server.siege import Siege

A_SIEGE = 5000


def main(count: int) -> None:
    sent, games, began = 0, 0, time.perf_counter()
    answers: Counter[str] = Counter()
    closed: Counter[int] = Counter()
    with tempfile.TemporaryDirectory() as folder, running(settings(Path(folder))) as service:
        while sent < count:
            siege = Siege(service, seed=sent)
            asyncio.run(siege.run(A_SIEGE))
            sent += siege.sent
            games += siege.games
            answers += siege.answers
            closed += siege.closed
        metrics = httpx.get(f"{service.url}/metrics", trust_env=False).text
    seconds = time.perf_counter() - began
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{sent} hostile messages in {seconds:.0f} s, {sent / seconds:.0f} per second")
    print(f"{games} games finished by innocent players meanwhile")
    print(f"answers: {dict(answers.most_common())}")
    print(f"hostile connections closed with: {dict(closed)}")
    print(f"peak memory of service and attackers together: {memory} MiB")
    print(*(line for line in metrics.splitlines() if "errors_total" in line), sep="\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
