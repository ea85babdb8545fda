"""Measure how fast the store writes and reads, and what a thousand tables cost.

Durable appends with group commit against one commit each, interleaved in the same run; the time to
load a finished game of each kind; ten thousand stored games, of which a thousand are opened. Usage:
`.venv/bin/python bench/store.py`; --postgres URL measures that database instead, which must be
empty.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import resource
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from baumeister.core.chance import CHANCE
from baumeister.core.match import Match
from baumeister.core.registry import find
from baumeister.records import record_of
from baumeister.server import ids
from baumeister.server.live.hub import Hub
from baumeister.server.live.loading import fold, played, row_of
from baumeister.server.metrics import Metrics
from baumeister.server.settings import Settings
from baumeister.server.store import Store, TableRow, open_store
from baumeister.server.store.queries.tables import first_checksum, next_checksum
from baumeister.server.tables import events as e
from baumeister.server.tables.imported import events_of
from baumeister.server.work.jobs import Pools, WorkerPool
from baumeister.server.work.spawning import Spawner

LINE = b'[{"e":"acted","at":1763200000000,"seat":1,"action":"build 5 C5 3","key":"b2f1c0aa91d4"}]'
KINDS = {
    "manhattan, 4 players": ("manhattan", {}),
    "manhattan, 2 players": ("manhattan", {"players": 2}),
    "tangram city, 1 player": ("tangram-city", {"players": 1}),
    "tangram city, 5 players": ("tangram-city", {"players": 5}),
}


def game(kind: str, rng: random.Random) -> list[e.AnyEvent]:
    """The events of a random game."""
    name, options = KINDS[kind]
    found = find(name)
    match = Match(found, found.options(options))
    while match.actors:
        match.roll(rng)
        for actor in match.waiting_for:
            if actor != CHANCE:
                match.submit(actor, rng.choice(match.legal(actor)))
                break
    record = record_of(match)
    return events_of(record, now=1, invite=ids.secret(), new_seed=ids.seed()).events


async def store_game(store: Store, events: list[e.AnyEvent], *, over: bool) -> str:
    """Store the game as it would have been played: one row per decision. Unfinished games lack the
    last rows."""
    if not over:
        events = events[: len(events) * 2 // 3]
    table_id = ids.table_id()
    rows = [e.encode([event]) for event in events]
    row = row_of(table_id, played(events), ids.seed(), 1)
    await store.create_table(row, rows[0], ())
    total = next_checksum(first_checksum(table_id), rows[0])
    waiting = []
    for n, data in enumerate(rows[1:], start=1):
        total = next_checksum(total, data)
        waiting.append(store.append(table_id, n, data, total))
    await asyncio.gather(*waiting)
    return table_id


async def appends(store: Store, tables: int, moves: int, *, together: bool) -> float:
    """Durable appends per second: all tables at once, or one after the other."""
    names = [ids.table_id() for _ in range(tables)]
    row = TableRow("", 1, 1, "playing", False, False, "{}", ids.seed())
    await asyncio.gather(*(store.create_table(row._replace(id=name), LINE, ()) for name in names))

    async def play(name: str) -> None:
        total = next_checksum(first_checksum(name), LINE)
        for n in range(1, moves + 1):
            total = next_checksum(total, LINE)
            assert await store.append(name, n, LINE, total)

    began = time.perf_counter()
    if together:
        await asyncio.gather(*map(play, names))
    else:
        for name in names:
            await play(name)
    return tables * moves / (time.perf_counter() - began)


def memory() -> float:
    """Megabytes in use now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


async def measure_appends(store: Store) -> None:
    grouped, alone = [], []
    for _ in range(5):
        before = store.commits
        grouped.append(await appends(store, 200, 10, together=True))
        commits, jobs = (b - a for a, b in zip(before, store.commits, strict=True))
        alone.append(await appends(store, 5, 40, together=False))
    print("durable appends per second, medians of 5 interleaved rounds")
    print(f"  200 tables at once, group commit   {median(grouped):10,.0f}")
    print(f"  one commit each                    {median(alone):10,.0f}")
    print(f"  ratio                              {median(grouped) / median(alone):10.1f}×")
    print(f"  writes in a commit, last round     {jobs / commits:10.1f}")


async def measure_loading(store: Store, rng: random.Random) -> None:
    print("loading a finished game: reading, checking, folding; medians of 20")
    for kind in KINDS:
        events = game(kind, rng)
        table_id = await store_game(store, events, over=True)
        row = await store.table(table_id)
        assert row is not None
        times = []
        for _ in range(20):
            began = time.perf_counter()
            fold(row._replace(seed=""), (await store.log(table_id)).rows)
            times.append(time.perf_counter() - began)
        print(f"  {kind:26}{len(events):5} rows {1000 * median(times):8.2f} ms")


async def measure_many(store: Store, rng: random.Random, stored: int, opened: int) -> None:
    games = [game(kind, rng) for kind in KINDS for _ in range(5)]
    began = time.perf_counter()
    found = []
    for number in range(stored):
        found.append(await store_game(store, rng.choice(games), over=number >= opened))
        if number % 100 == 0:
            print(f"\r  stored {number}", end="", file=sys.stderr)
    print(f"\r{stored} games stored in {time.perf_counter() - began:.0f} s")
    settings = Settings(tables_in_memory=opened)
    pools = Pools(*(WorkerPool(1, Spawner()) for _ in Pools._fields))
    hub = Hub(store, settings, pools, Metrics())
    before, began = memory(), time.perf_counter()
    for table_id in found[:opened]:
        await hub.open(table_id)
    spent = time.perf_counter() - began
    used = memory() - before
    print(
        f"{opened} of them, two thirds played, opened in {spent:.1f} s"
        f" ({1000 * spent / opened:.1f} ms each), {used:.0f} MB more"
        f" ({1000 * used / opened:.0f} kB each)"
    )
    began = time.perf_counter()
    for table_id in found[-200:]:
        await hub.open(table_id)
    print(f"  an old game out of {stored}: {1000 * (time.perf_counter() - began) / 200:.1f} ms")
    await hub.close()


async def main(store: Store, arguments: argparse.Namespace) -> None:
    rng = random.Random(1)
    await measure_appends(store)
    await measure_loading(store, rng)
    await measure_many(store, rng, arguments.stored, arguments.opened)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--postgres", help="the URL of an empty database")
    parser.add_argument("--stored", type=int, default=10_000)
    parser.add_argument("--opened", type=int, default=1_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=".") as folder:
        place = Path(folder)
        store = open_store(place, given.postgres)
        asyncio.run(main(store, given))
        store.close()
        if given.postgres is None:
            size = (place / "baumeister.db").stat().st_size
            began = time.perf_counter()
            open_store(place).close()
            print(f"checked and opened, {size / 1e6:.0f} MB: {time.perf_counter() - began:.2f} s")
