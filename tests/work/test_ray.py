"""A Ray cluster of several nodes on this machine, one of which dies in the middle of a tournament.

Needs Ray, which is not among the requirements of the checks: pip install '.[cluster]'.
"""

from __future__ import annotations

import pytest

from baumeister.arena import make_plan, run
from baumeister.records import read_text
from baumeister.work import WorkError, each, executor
from tests.waiting import until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # Ray warns of its own parts
]

NODES = 3
GAMES = 60


@pytest.fixture(scope="module")
def cluster():
    pytest.importorskip("ray", reason="needs Ray: pip install '.[cluster]'")
    from ray.cluster_utils import Cluster

    size = {"num_cpus": 1, "object_store_memory": 80 << 20}
    made = Cluster(initialize_head=True, head_node_args={**size, "include_dashboard": False})
    for _ in range(NODES - 1):
        made.add_node(**size)
    made.wait_for_nodes()
    yield made
    made.shutdown()


@pytest.fixture
def pool(cluster, monkeypatch):
    monkeypatch.setenv("RAY_ADDRESS", cluster.address)
    with executor("ray") as made:
        yield made


def square(number):
    return number * number


def refuse(number):
    raise WorkError(f"not {number}")


def test_a_cluster_gives_the_same_results(pool):
    assert pool.slots == NODES
    assert sorted(each(pool, square, range(50))) == [(n, n * n) for n in range(50)]
    assert list(pool.map(lambda number: number + 1, range(3))) == [1, 2, 3]
    with pytest.raises(WorkError, match="not 5"):
        pool.submit(refuse, 5).result()


def test_a_node_that_dies_changes_nothing(cluster, pool, tmp_path):
    """The file and the records are those of the same tournament in one process."""
    plan = make_plan("manhattan", {"players": 3, "rounds": 1}, ["random", "1", "search:nodes=60"])
    killed = []

    def progress(played, total, test):
        if played >= GAMES // 4 and not killed:
            killed.append(played)
            victim = sorted(cluster.worker_nodes, key=str)[0]
            cluster.remove_node(victim, allow_graceful=False)

    here, there = tmp_path / "here", tmp_path / "there"
    run(plan, GAMES, out=here / "games.jsonl", records=here / "records")
    there_games = run(
        plan,
        GAMES,
        on=pool,
        out=there / "games.jsonl",
        records=there / "records",
        progress=progress,
    )
    assert len(there_games.games) == GAMES
    assert killed
    assert killed[0] < GAMES
    until(lambda: pool.slots == NODES - 1)
    assert (there / "games.jsonl").read_bytes() == (here / "games.jsonl").read_bytes()
    names = sorted(path.name for path in (here / "records").iterdir())
    assert len(names) == GAMES
    assert names == sorted(path.name for path in (there / "records").iterdir())
    for name in names:
        assert read_text(there / "records" / name) == read_text(here / "records" / name)
