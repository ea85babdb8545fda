"""The explorer counts decisions of recorded games."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import baumeister
from baumeister.core.plugin import Plugin
from baumeister.core.registry import find, registry
from baumeister.explorer import ExplorerError, digest, digests, features_of
from baumeister.explorer.table import wilson
from baumeister.records import Player, Record, RecordError, record_of
from baumeister.testing import random_match

ADA, BEN = Player(0, "Ada"), Player(1, "Ben", "bot:greedy")


def games_of(game_id: str, count: int, **options: Any) -> list[Record]:
    game = find(game_id)
    resolved = game.options({"players": 2, **options})
    return [record_of(random_match(game, resolved, seed), (ADA, BEN)) for seed in range(count)]


@pytest.fixture(scope="module")
def manhattan() -> list[Record]:
    return games_of("manhattan", 6, rounds=2, blocks=2, edition="hig-2017")


@pytest.fixture(scope="module")
def tangram() -> list[Record]:
    return games_of("tangram-city", 2)


def lines_of(record: Record, word: str, actor: str = "") -> list[str]:
    return [
        line for line in record.log if line.split()[1] == word and line.startswith(actor or line[0])
    ]


def test_every_build_is_counted_once(manhattan: list[Record]) -> None:
    expected = Counter(
        line.split()[3] for record in manhattan for line in lines_of(record, "build")
    )
    found = baumeister.explore(manhattan, by="site")
    assert found.games == len(manhattan)
    assert found.decisions == expected.total()
    assert {row.value: row.count for row in found.rows} == expected
    assert sum(row.share for row in found.rows) == pytest.approx(1)
    assert [row.count for row in found.rows] == sorted(expected.values(), reverse=True)


def test_results_belong_to_whoever_decided(manhattan: list[Record]) -> None:
    found = baumeister.explore(manhattan, by="blocks", player="Ada")
    row = found.rows[0]
    in_it = [
        record.result["scores"][0]
        for record in manhattan
        if record.result
        for line in lines_of(record, "choose", "0")
        if line.partition("choose ")[2] == row.value
    ]
    assert row.points == pytest.approx(sum(in_it) / len(in_it))
    assert row.count == len(in_it)
    assert row.expected == 0.5
    assert [(each.name, each.bot) for each in row.by] == [("Ada", "")]


def test_filters_split_the_decisions(manhattan: list[Record]) -> None:
    def count(**filters: Any) -> int:
        return baumeister.explore(manhattan, by="floors", **filters).decisions

    every = count()
    assert count(round=1) + count(round=2) == every
    assert count(kind="person") + count(kind="bot") == every
    assert count(player="greedy") == count(player="Ben") == count(kind="bot")
    assert count(won=True) + count(won=False) == every
    assert count(players=2, edition="hig-2017", options={"rounds": 2}) == every
    assert count(players=3) == count(edition="other") == count(options={"rounds": 4}) == 0


def test_what_was_built_on(manhattan: list[Record]) -> None:
    first = [lines_of(record, "build")[0] for record in manhattan]
    found = {row.value: row for row in baumeister.explore(manhattan, by="onto").rows}
    assert found["empty"].count >= len(first)
    assert set(found) <= {"empty", "own", "other"}


def test_openings_follow_each_other(manhattan: list[Record]) -> None:
    start = baumeister.explore(manhattan, by="opening")
    assert start.decisions == len(manhattan)
    first = start.rows[0].value
    then = baumeister.explore(manhattan, by="opening", after=[first])
    assert then.decisions == start.rows[0].count
    assert then.example is not None
    record = manhattan[int(then.example.name) - 1]
    builds = lines_of(record, "build")
    assert " ".join(builds[0].split()[3:]) == first
    assert record.log[then.example.line] == builds[1]  # the position before the next build
    assert then.example.seat == int(builds[1][0])


def test_the_end_of_an_opening_has_a_position_too(manhattan: list[Record]) -> None:
    [found] = digests(manhattan[:1])
    whole = [each.opening for each in found.decisions if each.opening]
    table = baumeister.explore(manhattan[:1], by="opening", after=whole)
    assert table.rows == ()
    assert table.example is not None
    assert table.example.line == found.decisions[-1].line
    nowhere = baumeister.explore(manhattan, by="opening", after=["A1 9"])
    assert nowhere.rows == ()
    assert nowhere.example is None


def test_each_city_has_its_own_opening(tangram: list[Record]) -> None:
    start = baumeister.explore(tangram, by="opening")
    assert start.decisions == 4
    assert all(row.value.startswith("side ") for row in start.rows)
    then = baumeister.explore(tangram, by="opening", after=[start.rows[0].value])
    assert then.decisions == start.rows[0].count


def test_tiles_are_placed_or_declined(tangram: list[Record]) -> None:
    skipped = sum(len(lines_of(record, "skip")) for record in tangram)
    placed = sum(len(lines_of(record, "place")) for record in tangram)
    declined = baumeister.explore(tangram, by="declined")
    assert declined.decisions == skipped
    tiles = baumeister.explore(tangram, by="tile")
    assert tiles.decisions == skipped + placed
    assert sum(row.count for row in tiles.rows if row.value.endswith("-")) == skipped
    assert baumeister.explore(tangram, by="place").decisions == placed


def test_columns_for_data_frames(manhattan: list[Record]) -> None:
    found = baumeister.explore(manhattan, by="district")
    columns = found.columns()
    assert columns["value"] == [row.value for row in found.rows]
    assert {len(column) for column in columns.values()} == {len(found.rows)}
    assert found.data()["rows"][0]["by"][0]["name"] in ("Ada", "greedy")


def test_a_game_without_features_is_counted_by_its_words(
    manhattan: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry().plugins, "manhattan", Plugin(find("manhattan")))
    kinds = baumeister.explore(manhattan[:1], by="kind")
    assert {row.value for row in kinds.rows} >= {"build", "choose"}
    opening = baumeister.explore(manhattan[:1], by="opening")
    assert opening.rows[0].value == manhattan[0].log[3].partition(" ")[2]


def test_unfinished_games_are_left_out(manhattan: list[Record]) -> None:
    game = find("manhattan")
    running = record_of(random_match(game, game.options({}), 1, most=9), ())
    assert digest(running) is None
    assert baumeister.explore([running, *manhattan], by="site").games == len(manhattan)


def test_errors_say_what_is_wrong(
    manhattan: list[Record], tangram: list[Record], tmp_path: Path
) -> None:
    with pytest.raises(ExplorerError, match="name the game"):
        baumeister.explore([*manhattan, *tangram])
    with pytest.raises(ExplorerError, match="no finished games"):
        baumeister.explore([])
    with pytest.raises(ExplorerError, match="there are: blocks, site"):
        baumeister.explore(manhattan, by="colour")
    with pytest.raises(ExplorerError, match="needs the feature 'opening'"):
        baumeister.explore(manhattan, by="site", after=["A1 1"])
    with pytest.raises(ExplorerError, match="has no option 'nonsense'"):
        baumeister.explore(manhattan, options={"nonsense": 1})
    broken = tmp_path / "broken.jsonl"
    broken.write_text(manhattan[0].dumps_line() + "{}\n")
    with pytest.raises(RecordError) as caught:
        baumeister.explore(broken)
    assert caught.value.line == 2


def test_every_feature_is_described() -> None:
    for game_id in baumeister.game_ids():
        assert all(features_of(find(game_id)).values())


def test_the_interval_stays_within_bounds() -> None:
    assert wilson(0.0, 1)[0] == 0.0
    assert wilson(1.0, 3)[1] == 1.0
    low, high = wilson(0.5, 400)
    assert 0.45 < low < 0.5 < high < 0.55
