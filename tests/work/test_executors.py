"""Executors: the same results everywhere, also when workers die."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import pytest

from baumeister.core.errors import OptionsError
from baumeister.work import InProcess, Processes, Shard, WorkError, each, executor, using


def square(number: int) -> int:
    return number * number


def die_once(folder: str, number: int) -> int:
    """Kill the process the first time that this number comes."""
    try:
        (Path(folder) / str(number)).touch(exist_ok=False)
    except FileExistsError:
        return square(number)
    os._exit(1)


def die(number: int) -> int:
    if number == 3:
        os._exit(1)
    return number


def refuse(number: int) -> int:
    raise OptionsError("players", f"not {number}")


def test_results_come_from_any_executor():
    expected = [(number, number * number) for number in range(9)]
    with ThreadPoolExecutor(2) as threads:
        assert sorted(each(threads, square, range(9))) == expected
    with using() as pool:
        assert list(each(pool, square, range(9))) == expected


def test_a_process_executor_follows_the_protocol_and_survives_dead_workers(tmp_path):
    from functools import partial

    with Processes(2) as pool:
        assert list(pool.map(square, range(5))) == [0, 1, 4, 9, 16]
        found = dict(each(pool, partial(die_once, str(tmp_path)), range(3)))
        assert found == {0: 0, 1: 1, 2: 4}
        with pytest.raises(OptionsError, match="not 7") as raised:
            pool.submit(refuse, 7).result()
        assert raised.value.field == "players"
    with pytest.raises(RuntimeError, match="shut down"):
        pool.submit(square, 1)


def test_a_task_that_kills_every_worker_is_named():
    with Processes(2, retries=1) as pool, pytest.raises(WorkError) as raised:
        list(each(pool, die, range(6), name=lambda number: f"game {number}"))
    assert str(raised.value).startswith("game 3: 2 worker processes died of it")


def test_work_that_was_not_asked_for_in_the_end_is_cancelled():
    begun = []
    results = each(InProcess(), begun.append, range(1000))
    next(results)
    results.close()
    assert len(begun) == 1


SCRIPT = """
from baumeister import arena
found = arena.play("manhattan", {"players": 2, "rounds": 1}, ["random", "greedy"], games=4, cores=2)
"""


def test_a_script_without_a_main_guard_is_told_what_to_do(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, path], capture_output=True, text=True, timeout=600, check=False
    )
    last = done.stderr.strip().splitlines()[-1]
    assert 'if __name__ == "__main__":' in last
    assert done.stderr.count("Traceback") == 1


@pytest.mark.parametrize("text", ["0/3", "4/3", "1", "a/b", "1/0", "-1/3", "1/3/5"])
def test_a_shard_must_make_sense(text):
    with pytest.raises(WorkError, match="I/N"):
        Shard.parse(text)


def test_shards_share_out_everything():
    shards = [Shard(index, 3) for index in (1, 2, 3)]
    for number in range(20):
        assert [shard.holds(number) for shard in shards].count(True) == 1


@pytest.mark.parametrize(
    "name", ["rays", "ray:x", "moon", "ray://", "ray://head", "ray://:1", "ray://head:port"]
)
def test_an_unknown_place_is_refused(name):
    with pytest.raises(WorkError, match="local, ray and ray://HOST:PORT"):
        executor(name)


class Ray(ModuleType):
    """What an executor needs of Ray to join a cluster."""

    def __init__(self, error=None):
        super().__init__("ray")
        self.joined, self.error = [], error

    def is_initialized(self):
        return False

    def init(self, address, **settings):
        self.joined.append(address)
        if self.error:
            raise self.error

    def remote(self, **settings):
        return lambda function: function


@pytest.mark.parametrize(
    ("name", "address"),
    [("ray", None), ("ray://head:10001", "ray://head:10001"), ("ray://[::1]:1", "ray://[::1]:1")],
)
def test_the_name_says_which_cluster(name, address, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", ray := Ray())
    executor(name)
    assert ray.joined == [address]


def test_without_ray_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(WorkError, match=r"pip install 'baumeister\[cluster\]'"):
        executor("ray")
    monkeypatch.setitem(sys.modules, "ray", Ray(ImportError("no module named grpc")))
    with pytest.raises(WorkError, match=r"Ray's client: pip install 'baumeister\[cluster\]'"):
        executor("ray://head:10001")
    monkeypatch.setitem(sys.modules, "ray", Ray(ConnectionError("timed out")))
    with pytest.raises(WorkError, match="no Ray cluster at ray://head:10001: timed out"):
        executor("ray://head:10001")
