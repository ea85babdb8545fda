"""The server is killed under load, again and again, and no promise is broken (bench/crash.py)."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest
from bench.crashing.campaign import Campaign, Figures
from bench.crashing.server import Server

BENCH = Path(__file__).parents[2] / "bench" / "crash.py"

TOO_SOON = """
import asyncio, time
from baumeister.server.store import thread
from baumeister.server.store.queries import base
from baumeister.cli import main

class Hasty(thread.DatabaseThread):
    def run(self, work, order=""):
        later = (lambda database: (time.sleep(0.02), work(database))[1]) if self._group else work
        done = super().run(later, order)
        if order and self._group:  # a change of a table: promised before it is written
            return _promised(asyncio.get_running_loop())
        return done

def _promised(loop):
    promised = loop.create_future()
    promised.set_result(True)
    return promised

base.DatabaseThread = Hasty
main()
"""
TAKEN_TWICE = """
from baumeister.server.tables.decisions import playing
from baumeister.server.tables.table import Table
from baumeister.cli import main

real = playing._acted
playing._acted = lambda table, acted, version, secrets: real(
    table, acted, table.version_for(acted.seat), secrets
)
Table.knows_key = lambda self, *_: False
main()
"""
WRITTEN_TWICE = """
from baumeister.server.tables import events
from baumeister.cli import main

real = events.encode
events.encode = lambda each: real(each * 2 if isinstance(each[0], events.Acted) else each)
main()
"""
SABOTAGE = {
    "acknowledged, then lost": TOO_SOON,
    "sent again it was refused": TAKEN_TWICE,
    "applied twice": WRITTEN_TWICE,
}
"""The finding, and the faulty server that causes it."""


def _run(campaign: Campaign, kills: int, stops: int) -> Figures:
    return asyncio.run(campaign.run(kills, stops, lambda _: None))


def test_nothing_is_lost(tmp_path: Path) -> None:
    campaign = Campaign(tmp_path, seed=1, plans=3)
    figures = _run(campaign, kills=1, stops=1)
    assert campaign.ledger.violations == []
    assert (figures.kills, figures.stops) == (1, 1)
    assert figures.acknowledged > 0
    assert figures.bot_moves > 0
    assert figures.records_checked == figures.games_finished >= 3


@pytest.mark.slow
def test_nothing_is_lost_in_a_hundred_kills() -> None:
    command = [sys.executable, str(BENCH), "--kills", "100", "--stops", "10", "--json"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    figures = json.loads(ended.stdout)
    assert figures["violations"] == []
    assert ended.returncode == 0
    assert figures["kills"] == 100


@pytest.mark.slow
@pytest.mark.parametrize("found", SABOTAGE)
def test_the_test_can_fail(tmp_path: Path, found: str) -> None:
    """A server that breaks its promises is caught."""
    server = Server(tmp_path / "server", ("-c", SABOTAGE[found]))
    campaign = Campaign(tmp_path, seed=1, plans=4, server=server)
    _run(campaign, kills=15, stops=0)
    assert any(found in each for each in campaign.ledger.violations)
