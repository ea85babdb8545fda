"""Files of tournaments: the same bytes however they were played, and merged from parts."""

from __future__ import annotations

import json

import pytest

from baumeister.arena import Bounds, FileError, PlanError, make_plan
from baumeister.arena import run as run_plan
from baumeister.arena.storage.merging import merge
from baumeister.records import check_text
from baumeister.records.folder import FolderError
from baumeister.work import Shard

TINY = {"players": 2, "rounds": 1}
FLAGS = ("manhattan", "--players", 2, "--rounds", 1, "--bots", "random,1", "--cores", 1)


@pytest.fixture(scope="module")
def plan():
    return make_plan("manhattan", TINY, ("random", "greedy"))


@pytest.fixture(scope="module")
def whole(plan, tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "games.jsonl"
    run_plan(plan, 10, out=path)
    return path.read_bytes()


def test_the_file_is_the_same_on_any_number_of_cores(plan, whole, tmp_path):
    path = tmp_path / "games.jsonl"
    run_plan(plan, 10, cores=2, out=path)
    assert path.read_bytes() == whole


def test_a_file_is_in_order_whatever_ends_first(plan, whole, tmp_path, monkeypatch):
    import baumeister.arena.tournament as running

    true = running.each
    backwards = lambda pool, play, tasks, **more: true(pool, play, [*tasks][::-1], **more)  # noqa: E731
    monkeypatch.setattr(running, "each", lambda *a, **b: (x for x in backwards(*a, **b)))
    path = tmp_path / "games.jsonl"
    run_plan(plan, 10, out=path)
    assert path.read_bytes() == whole


def test_merged_shards_are_the_whole_file(plan, whole, tmp_path):
    parts = []
    for index in (1, 2, 3):
        path = tmp_path / f"{index}.jsonl"
        part = run_plan(plan, 10, shard=Shard(index, 3), out=path)
        assert len(part.deals) == (2 if index < 3 else 1)
        parts.append(path)
    found = merge(parts[::-1], tmp_path / "all.jsonl")
    assert (tmp_path / "all.jsonl").read_bytes() == whole
    assert (len(found.deals), len(found.games)) == (5, 10)
    assert found.games[0].thinking[0].seconds > 0
    assert (
        run_plan(plan, 10, out=tmp_path / "all.jsonl").games == found.games
    )  # it plays on from there


def test_parts_of_different_tournaments_are_not_merged(plan, tmp_path):
    run_plan(plan, 2, out=tmp_path / "a")
    run_plan(make_plan("manhattan", TINY, ("random", "greedy"), seed=1), 2, out=tmp_path / "b")
    with pytest.raises(FileError, match="its seed is 1 and not 0"):
        merge([tmp_path / "a", tmp_path / "b"], tmp_path / "c")
    assert not (tmp_path / "c").exists()
    (tmp_path / "d").write_bytes((tmp_path / "a").read_bytes().replace(b"[1,2]", b"[2,1]"))
    with pytest.raises(FileError, match="another result"):
        merge([tmp_path / "a", tmp_path / "d"], tmp_path / "c")


def test_a_test_is_not_split(plan):
    versus = make_plan("manhattan", TINY, ("random", "greedy"), versus=True)
    with pytest.raises(PlanError, match="shards"):
        run_plan(versus, 10, shard=Shard(1, 2), bounds=Bounds(0, 10))


def test_old_files_are_read(plan, whole, tmp_path):
    """Before, times were part of a game's line."""
    head, *lines = whole.splitlines()
    old = [json.loads(line) for line in lines]
    for each in old:
        each["thinking"] = [[8, 0.5, 0.25, 1, 2, 3]] * 2
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\n".join([head, *(json.dumps(each).encode() for each in old)]) + b"\n")
    found = run_plan(plan, 10, out=path)
    assert found.games[3].thinking[0].seconds == 0.5


def test_the_command_keeps_records_and_merges_parts(run, tmp_path):
    folder = tmp_path / "records"
    for part in ("1/2", "2/2"):
        flags = ("--games", 4, "--shard", part, "--out", tmp_path / part[0], "--records", folder)
        assert run("arena", *FLAGS, *flags)[0] == 0
    names = sorted(path.name for path in folder.iterdir())
    assert names == [
        f"manhattan-0-000{deal}-{seating}.bau.json" for deal in "01" for seating in "01"
    ]
    for path in folder.iterdir():
        check_text(path.read_text())
    parts = tmp_path / "1", tmp_path / "2"
    code, out, _ = run("merge", *parts, "--out", tmp_path / "all", "--json", "-")
    assert (code, json.loads(out)["games"]) == (0, 4)
    assert run("arena", *FLAGS, "--games", 4, "--out", tmp_path / "whole")[0] == 0
    assert (tmp_path / "all").read_bytes() == (tmp_path / "whole").read_bytes()


def test_a_record_of_another_configuration_is_not_overwritten(plan, tmp_path):
    run_plan(plan, 2, records=tmp_path)
    before = [path.read_bytes() for path in sorted(tmp_path.iterdir())]
    with pytest.raises(FolderError, match="other players"):
        run_plan(make_plan("manhattan", TINY, ("random", "1")), 2, records=tmp_path)
    assert [path.read_bytes() for path in sorted(tmp_path.iterdir())] == before


def test_files_of_records_are_joined(run, tmp_path):
    flags = ("selfplay", "manhattan", "--players", 2, "--rounds", 1, "--games", 3, "--cores", 1)
    assert run(*flags, "--jsonl", tmp_path / "whole.jsonl")[0] == 0
    parts = [tmp_path / "1.jsonl", tmp_path / "2.jsonl"]
    for index, path in enumerate(parts, 1):
        assert run(*flags, "--shard", f"{index}/2", "--jsonl", path)[0] == 0
    assert run("merge", *parts, "--out", tmp_path / "all.jsonl")[0] == 0
    assert (tmp_path / "all.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert run("merge", *parts, "--out", tmp_path / "all.jsonl")[0] == 2  # never overwritten
