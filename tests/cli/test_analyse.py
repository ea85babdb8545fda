"""`baumeister analyse`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from baumeister.cli.app import app
from baumeister.cli.bots.selfplay import play_game
from baumeister.core.registry import find
from baumeister.fast import compiled
from tests.cli.terminal import play
from tests.cli.test_play import CHOOSE

pytestmark = pytest.mark.skipif(not compiled(), reason="analysis needs the compiled core")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = find("manhattan")
    options = game.options({"players": 3, "rounds": 1, "blocks": 3})
    path = tmp_path_factory.mktemp("analysed") / "short.bau.json"
    path.write_text(play_game(game, options, ["random"] * 3, "analysed").dumps(), "utf-8")
    return path


def test_report(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    app(["analyse", str(record), "--nodes", "200"], result_action="return_value")
    printed = capsys.readouterr().out
    for part in ("accuracy", "Winning chances", "What could have been better", "Dicey Dora 1", "█"):
        assert part in printed
    assert printed.count("±") == 2 * 3  # losses and luck of each player


def test_json_is_reproducible(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["analyse", str(record), "--nodes", "60", "--json", "--open-cards"]
    app(arguments, result_action="return_value")
    once = capsys.readouterr().out
    app(arguments, result_action="return_value")
    assert capsys.readouterr().out == once
    found = json.loads(once)
    assert found["open_cards"]
    assert len(found["players"]) == 3


def test_many_games_are_analysed_in_order(
    record: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Each as it is analysed alone."""
    flags = ["--nodes", "4", "--cores", "1"]
    app(["analyse", str(record), *flags, "--json"], result_action="return_value")
    alone = json.loads(capsys.readouterr().out)
    lines = tmp_path / "games.jsonl"
    lines.write_text(json.dumps(json.loads(record.read_text("utf-8"))) + "\n", "utf-8")
    app(["analyse", str(lines), str(record.parent), *flags], result_action="return_value")
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each.pop("line") for each in found] == [1, None]
    assert [each.pop("file") for each in found] == [str(lines), str(record)]
    assert found == [alone, alone]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seconds", "0"], "--seconds must be more than 0"),
        (["--seconds", "inf"], "--seconds must be more than 0"),
        (["--nodes", "0"], "--nodes must be 1 or more"),
        (["--nodes", "1" + "0" * 30], "--nodes must be 1 or more"),
        (["--language", "xx"], "--language must be one of en, de, nl, fr"),
    ],
)
def test_invalid_arguments(
    record: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    with pytest.raises(SystemExit):
        app(["analyse", str(record), *arguments], result_action="return_value")
    assert message in capsys.readouterr().err


def test_hint_in_the_terminal(tmp_path: Path) -> None:
    child = play("manhattan", "--players", "2", "--rounds", "1", "--blocks", "1", data=tmp_path)
    child.expect(CHOOSE)
    child.sendline("hint")
    child.expect(r"— .*(over towers|empty sites?)")
    child.expect(CHOOSE)
    child.sendline("q")
