"""backup, verify, import and export: what the operator does with games."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from baumeister.cli.app import app
from baumeister.records import check_text, loads
from baumeister.server import ids
from baumeister.server.operating.archive import Archive
from tests.server.client import Client, choices, play_on
from tests.server.running import running, settings
from tests.server.stores import Log

Run = Callable[..., tuple[int, str, str]]
BROKEN = Path(__file__).parents[1] / "data" / "broken"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games of each."""
    folder = tmp_path_factory.mktemp("played")
    for game, players in (("manhattan", 3), ("tangram-city", 2)):
        more = f"--games 3 --seed 1 --players {players} --out {folder}"
        assert not app(f"selfplay {game} {more}", result_action="return_value")
    return folder


@pytest.fixture
def records(played: Path, tmp_path: Path) -> Path:
    """A copy of them, to be changed."""
    return shutil.copytree(played, tmp_path / "records")


def _unfinished(path: Path, to: Path, lines: int) -> None:
    data = json.loads(path.read_text())
    del data["result"]
    data["log"] = data["log"][:lines]
    to.write_text(json.dumps(data))


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_games_are_imported_and_exported(
    run: Run, records: Path, tmp_path: Path, request: pytest.FixtureRequest, kind: str
) -> None:
    where = ["--data", tmp_path / "data"]
    if kind == "postgresql":
        where = ["--database", request.getfixturevalue("postgres")]
    _unfinished(sorted(records.iterdir())[0], records / "unfinished.bau.json", 40)
    code, out, err = run("import", records, "--json", *where)
    assert code == 0, err
    tables = {each["table"]: Path(each["file"]) for each in json.loads(out)}
    assert len(tables) == 7
    code, out, err = run("verify", *where)
    assert (code, out) == (0, "7 of 7 tables are intact.\n"), err
    folder = tmp_path / "out"
    assert run("export", "--to", folder, *where)[0] == 0
    assert {path.name for path in folder.iterdir()} == {f"{name}.bau.json" for name in tables}
    for name, file in tables.items():
        found, given = (
            loads(path.read_text()).data() for path in (folder / f"{name}.bau.json", file)
        )
        for player in found["players"]:
            player.pop("side", None)  # follows from the options; self-play leaves it out
        assert found == given
    one = tmp_path / "one"
    assert run("export", "--to", one, "--table", name, *where)[0] == 0
    assert [path.name for path in one.iterdir()] == [f"{name}.bau.json"]
    assert run("export", "--to", one, "--table", "nothing", *where)[0] == 1


def test_ids_of_tables_can_be_arguments_of_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-a", "-b", "c-"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda _: next(drawn))
    assert ids.table_id() == "c-"


def test_a_broken_record_is_refused_and_the_others_are_not(
    run: Run, records: Path, tmp_path: Path
) -> None:
    for path in sorted(BROKEN.glob("*.bau.json"))[:5]:
        shutil.copy(path, records)
    code, out, err = run("import", records, "--data", tmp_path / "data")
    assert code == 1
    assert len(out.splitlines()) == 6
    assert "Imported 6 of 11 records" in err
    assert run("verify", "--data", tmp_path / "data")[1] == "6 of 6 tables are intact.\n"


def test_a_game_moves_to_another_service_and_keeps_its_promise(run: Run, tmp_path: Path) -> None:
    """Half played at one service, exported with its secrets, and continued at another."""
    old, new, folder = tmp_path / "old", tmp_path / "new", tmp_path / "games"
    made: dict[str, str] = {}

    async def begin(url: str) -> None:
        async with Client(url, "Ada") as ada:
            for game, players in (("tangram-city", 1), ("manhattan", 2)):
                seats = [{"kind": "me"}, {"kind": "me"}][:players]
                options = {"players": players, "rounds": 2} if players == 2 else {"players": 1}
                body = {"game": game, "options": options, "seats": seats}
                table = made[game] = (await ada.post("/api/tables", body))["table"]
                await ada.watch(table)
                await ada.until(lambda table=table: ada.owed(table))
                rng = random.Random(2)
                for _ in range(5):
                    seat = ada.owed(table)[0]
                    await ada.act(table, seat["seat"], choices(seat, rng), seat["version"])
                    await ada.until(
                        lambda table=table, seat=seat: all(
                            each["seat"] != seat["seat"] or each["version"] != seat["version"]
                            for each in ada.owed(table)
                        )
                    )
            over = made["over"] = (await ada.post("/api/tables", {**body, "game": "manhattan"}))[
                "table"
            ]
            await ada.watch(over)
            await play_on(ada, over, random.Random(3))
            await ada.post("/api/tables", {"game": "manhattan"})  # nobody joined

    with running(settings(old)) as service:
        asyncio.run(begin(service.url))
        assert run("export", "--to", folder / "seen", "--data", old)[0] == 0
        assert run("export", "--to", folder / "full", "--data", old, "--secret")[0] == 0
    texts = {path.stem: path.read_text() for path in (folder / "seen").iterdir()}
    assert set(texts) == {f"{made[each]}.bau" for each in ("tangram-city", "manhattan", "over")}
    finished = check_text(texts[f"{made['over']}.bau"])
    assert finished.chance
    assert finished.chance.keeps_promise
    archive = Archive.open(old)
    for game in ("tangram-city", "manhattan"):
        seed = archive.table(made[game]).row.seed
        assert seed not in texts[f"{made[game]}.bau"]
        assert seed in (folder / "full" / f"{made[game]}.bau.json").read_text()
    archive.close()
    assert "?" in texts[f"{made['manhattan']}.bau"].split('"log"')[1]

    code, _, err = run("import", folder / "seen", "--data", new, "--play-on")
    assert code == 1
    assert "hidden" in err
    code, out, _ = run("import", folder / "full", "--data", new, "--play-on", "--json")
    assert code == 0
    moved = {Path(each["file"]).name.split(".")[0]: each for each in json.loads(out)}

    async def go_on(url: str) -> None:
        async with Client(url, "Bob") as bob:
            for game, seats in (("tangram-city", 1), ("manhattan", 2)):
                found = moved[made[game]]
                table = found["table"]
                await bob.watch(table, found["invite"])
                await bob.until(lambda table=table: bob.status(table) == "playing")
                before = [each for each in bob.tables[table]["story"] if isinstance(each, str)]
                for seat in range(seats):
                    await bob.do(table, do="sit", seat=seat)
                await play_on(bob, table, random.Random(4))
                record = check_text((await bob.http.get(f"/api/tables/{table}/record")).text)
                assert record.result
                assert record.chance
                assert record.chance.keeps_promise
                assert len(record.log) > len(before) >= 5

    with running(settings(new)) as service:
        asyncio.run(go_on(service.url))


def test_a_committed_game_without_its_seed_cannot_be_continued(
    run: Run, records: Path, tmp_path: Path
) -> None:
    first = sorted(records.iterdir())[0]
    _unfinished(first, first, 30)
    data = json.loads(first.read_text())
    data["chance"] = {"scheme": "hmac-sha256/1", "commitment": "0" * 64}
    first.write_text(json.dumps(data))
    code, out, err = run("import", first, "--data", tmp_path / "data", "--play-on")
    assert (code, out) == (1, "")
    assert "--secret" in err
    assert run("import", first, "--data", tmp_path / "data")[0] == 0, "over, as it stands"


def test_a_backup_while_the_service_writes(run: Run, tmp_path: Path) -> None:
    data, to = tmp_path / "data", tmp_path / "copy" / "baumeister.db"
    to.parent.mkdir()

    async def write_on(store: object, stop: asyncio.Event) -> dict[str, int]:
        logs = [Log(store, f"t{n}") for n in range(20)]  # type: ignore[arg-type]
        await asyncio.gather(*(log.create() for log in logs))
        written = asyncio.Event()

        async def one(log: Log) -> None:
            while not stop.is_set():
                assert await log.add(b'["' + b"x" * 300 + b'"]')
                written.set()

        writing = asyncio.gather(*map(one, logs))
        await written.wait()
        command = [sys.executable, "-m", "baumeister", "backup", str(to), "--data", str(data)]
        try:
            await asyncio.to_thread(subprocess.run, command, check=True, capture_output=True)
        finally:
            stop.set()
            await writing
        return {log.id: log.n for log in logs}

    from baumeister.server.store import open_store

    store = open_store(data)
    lengths = asyncio.run(write_on(store, asyncio.Event()))
    store.close()
    assert [path.name for path in to.parent.iterdir()] == ["baumeister.db"]
    assert to.stat().st_mode & 0o777 == 0o600, "it holds the seeds of running games"
    copy = open_store(to.parent)

    async def read() -> None:
        copied = await copy.lengths(lengths)
        assert set(copied) == set(lengths)
        for table, length in copied.items():
            assert 1 <= length <= lengths[table]
            assert len((await copy.log(table)).rows) == length

    asyncio.run(read())
    copy.close()
    code, _, err = run("backup", to, "--data", data)
    assert code == 1
    assert "exists already" in err
    code, _, err = run("backup", tmp_path / "x", "--database", "postgresql://127.0.0.1/x")
    assert code == 2
    assert "pg_dump" in err


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("DELETE FROM log WHERE table_id = ?", "ends at row 0"),
        ("UPDATE log SET data = replace(data, 'build', 'bulid') WHERE table_id = ?", "at row 0"),
        ("UPDATE tables SET status = 'playing' WHERE id = ?", "is playing, its log says over"),
        ("DELETE FROM tables WHERE id = ?", "only the log of table"),
    ],
)
def test_verify_names_what_is_damaged_and_changes_nothing(
    run: Run, records: Path, tmp_path: Path, damage: str, said: str
) -> None:
    data = tmp_path / "data"
    tables = json.loads(run("import", records, "--json", "--data", data)[1])
    file = data / "baumeister.db"
    with sqlite3.connect(file) as database:
        assert database.execute(damage, (tables[2]["table"],)).rowcount == 1
    database.close()
    before = file.read_bytes()
    code, out, _ = run("verify", "--data", data)
    assert code == 1
    assert "5 of 6 tables are intact." in out
    assert tables[2]["table"] in out
    assert said in " ".join(out.split())
    assert file.read_bytes() == before
    assert run("export", "--to", tmp_path / "out", "--data", data)[0] == 1
    assert len(list((tmp_path / "out").iterdir())) == 5


@pytest.mark.parametrize("command", ["verify", "backup", "export", "export both"])
def test_a_missing_database_is_not_created(run: Run, tmp_path: Path, command: str) -> None:
    name, *both = command.split()
    more = {"backup": [tmp_path / "copy"], "export": ["--to", tmp_path / "out"]}.get(name, [])
    code, out, err = run(name, *more, *(["FILE"] * len(both)), "--data", tmp_path / "none")
    assert code in (1, 2)
    assert out == ""
    assert err.startswith("baumeister: ")
    assert not (tmp_path / "none").exists()
