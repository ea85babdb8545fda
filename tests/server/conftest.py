"""A shared service for tests without special needs, and databases."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from baumeister.server.store import Store
from tests.debian import AbsentError, shared_folder, skip
from tests.server.databases import Redis, empty_database, postgres_cluster, redis_server
from tests.server.party import Clock
from tests.server.running import Running, running, settings
from tests.server.stores import Place


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    data: Path = tmp_path_factory.mktemp("service")
    with running(settings(data)) as found:
        yield found


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def timed(tmp_path: Path, clock: Clock) -> Iterator[Running]:
    """A service with a clock that the test sets."""
    with running(settings(tmp_path, clock=clock)) as found:
        yield found


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with ExitStack() as stack:
        try:
            url = stack.enter_context(postgres_cluster(shared_folder(tmp_path_factory)))
        except (AbsentError, OSError, subprocess.TimeoutExpired) as reason:
            skip("PostgreSQL", reason)
        yield url


@pytest.fixture
def postgres(cluster: str) -> Iterator[str]:
    """The URL of an empty database."""
    with empty_database(cluster) as url:
        yield url


@pytest.fixture
def redis(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> Iterator[Redis]:
    with ExitStack() as stack:
        try:
            server = stack.enter_context(redis_server(shared_folder(tmp_path_factory), tmp_path))
        except (AbsentError, OSError, subprocess.TimeoutExpired) as reason:
            skip("Redis", reason)
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Where an empty store of each kind is."""
    url = request.getfixturevalue("postgres") if request.param == "postgresql" else None
    return Place(tmp_path / "data", url)


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    found = place.open()
    yield found
    found.close()
