"""Own bots and programs on the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from baumeister.records import loads
from tests.bots.own import LastBot
from tests.cli.terminal import play

SHORT = ("--players", "2", "--rounds", "1")
EXAMPLE = Path(__file__).parents[2] / "docs/examples/bot.py"
PROGRAM = f"external:{sys.executable} {EXAMPLE}"
OWN = f"{LastBot.__module__}:LastBot"


def test_selfplay_with_a_program_and_a_class(run, tmp_path):
    code, _, err = run("selfplay", "manhattan", "--out", tmp_path, "--bots", f"{PROGRAM},{OWN}",
                       *SHORT, "--games", 2)  # fmt: skip
    assert code == 0, err
    record = loads(next(tmp_path.iterdir()).read_text("utf-8"))
    kinds = ["bot:external", f"bot:{OWN.lower()}"]
    assert [player.kind for player in record.players] == kinds


def test_a_failing_bot_ends_selfplay_with_one_line(run, tmp_path):
    failing = OWN.replace("LastBot", "Raises")
    code, _, err = run("selfplay", "manhattan", "--out", tmp_path, "--bots", failing, *SHORT)
    assert code == 1
    assert "Raises failed: ZeroDivisionError" in " ".join(err.split())


def test_commands_with_commas_in_the_arena(run, tmp_path):
    result = tmp_path / "result.json"
    quoted = f'"{PROGRAM} 1,2",1'
    code, _, err = run("arena", "manhattan", "--bots", quoted, "--games", 2, "--cores", 1,
                       "--json", result, *SHORT)  # fmt: skip
    assert code == 0, err
    assert json.loads(result.read_text())["bots"] == [f"{PROGRAM} 1,2", "manhattan:1"]


def test_analyse_compares_with_a_bot(run, tmp_path):
    run("selfplay", "manhattan", "--out", tmp_path, "--bots", OWN, *SHORT)
    code, out, err = run("analyse", next(tmp_path.iterdir()), "--bot", OWN, "--nodes", 8, "--json")
    assert code == 0, err
    assert json.loads(out)["bot"] == OWN


def test_play_against_a_program_and_ask_an_own_bot(run, tmp_path):
    path = tmp_path / "game.bau.json"
    seats = ("--seats", f"Anna,{PROGRAM}")
    child = play("manhattan", *seats, *SHORT, "--hints", OWN, "--seed", "1", "--save", str(path))
    child.expect(" > ")
    child.sendline("hint")
    child.expect("—")
    child.sendline("q")
    child.expect("Saved")
    child.close()
    assert loads(path.read_text("utf-8")).players[1].kind == "bot:external"
    code, _, err = run("play", "--resume", path)
    assert code == 1
    assert "name the players again with --seats" in " ".join(err.split())
