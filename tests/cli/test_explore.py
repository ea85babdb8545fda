"""`baumeister explore` in the terminal."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from baumeister.cli.app import app
from baumeister.core.registry import find
from baumeister.records import Player, record_of
from baumeister.testing import random_match


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    game = find("manhattan")
    options = game.options({"players": 2, "rounds": 1, "blocks": 2})
    people = Player(0, "Ada"), Player(1, "Ben", "bot:greedy")
    records = [record_of(random_match(game, options, seed), people) for seed in range(3)]
    path.write_text("".join(record.dumps_line() for record in records))
    return path


def said(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    app([str(word) for word in words], result_action="return_value")
    return capsys.readouterr().out


def test_a_table(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "explore", games, "--by", "district", "--round", 1, "--limit", 2)
    assert out.startswith("district: 24 decisions in 3 games")
    assert "more rows" in out


def test_json_csv_and_openings(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(said(capsys, "explore", games, "--by", "opening", "--json"))
    assert data["decisions"] == 3
    first = data["rows"][0]["value"]
    then = json.loads(said(capsys, "explore", games, "--after", first, "--json"))
    assert then["after"] == [first]
    assert then["decisions"] == data["rows"][0]["count"]
    rows = list(csv.DictReader(said(capsys, "explore", games, "--by", "site", "--csv").split("\n")))
    assert sum(int(row["count"]) for row in rows) == 24


def test_options_and_lists_of_features(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ("--option", "rounds=1", "--option", "urban=no", "--kind", "bot", "--json")
    assert json.loads(said(capsys, "explore", games, "--by", "site", *given))["decisions"] == 12
    assert "blocks" in said(capsys, "explore", games, "--features", "--game", "manhattan")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("nowhere.jsonl",), "nowhere.jsonl: cannot be read"),
        (("GAMES", "--json", "--csv"), "exclude each other"),
        (("GAMES", "--option", "rounds"), "NAME=VALUE"),
        (("GAMES", "--limit", "-1"), "0 or more"),
        (("GAMES", "--features"), "needs --game"),
    ],
)
def test_mistakes(
    games: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], reason: str
) -> None:
    with pytest.raises(SystemExit):
        said(capsys, "explore", *(games if word == "GAMES" else word for word in words))
    assert reason in capsys.readouterr().err
