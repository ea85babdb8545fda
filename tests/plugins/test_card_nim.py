"""A game of three files, played in every place Baumeister offers, without the compiled core."""

from __future__ import annotations

import json

import pexpect
import pytest

from .installation import CARD_NIM, Installation


@pytest.fixture(scope="module")
def records(installed: Installation, tmp_path_factory):
    """Three games of bots."""
    folder = tmp_path_factory.mktemp("records")
    done = installed.run(
        "selfplay", "card-nim", "--games", 3, "--bots", "search:nodes=50,greedy", "--out", folder
    )
    assert done.returncode == 0, done.stderr
    return sorted(folder.glob("card-nim-*.bau.json"))


def test_it_is_small():
    code = [path.read_text().splitlines() for path in CARD_NIM.glob("card_nim/*.py")]
    assert sum(map(len, code)) <= 150


def test_selfplay_and_check(installed, records):
    assert len(records) == 3
    done = installed.run("check", *records)
    assert done.returncode == 0, done.stdout + done.stderr
    broken = json.loads(records[0].read_text())
    broken["log"][-1] = "0 take 3" if broken["log"][-1] != "0 take 3" else "0 take 2"
    path = records[0].with_name("broken.bau.json")
    path.write_text(json.dumps(broken))
    refused = installed.run("check", path)
    path.unlink()
    assert refused.returncode == 1
    assert "N3" in refused.stdout + refused.stderr or "result" in refused.stdout + refused.stderr


def test_replay_and_export(installed, records):
    replayed = installed.run("replay", records[0])
    assert replayed.returncode == 0, replayed.stderr
    for part in ("Chance: deal 0", "heap: 0", "Won by"):
        assert part in replayed.stdout, part
    exported = installed.run("export", records[0], "--seat", 1)
    assert json.loads(exported.stdout)["log"][0] == "* deal 0 ?"


def test_rules(installed):
    shown = installed.run("rules", "card-nim", "n3")
    assert "take one to three stones" in " ".join(shown.stdout.split())


def test_analyse(installed, records):
    done = installed.run("analyse", records[0], "--nodes", 40, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["game"] == "card-nim"
    assert len(found["lines"]) == len(json.loads(records[0].read_text())["log"])
    said = installed.run("analyse", records[0], "--nodes", 40)
    assert said.returncode == 0, said.stderr
    assert "Winning chances" in said.stdout


def test_arena(installed, tmp_path):
    report = tmp_path / "report.html"
    done = installed.run(
        *("arena", "card-nim", "--bots", "search:nodes=60,random", "--games", 20),
        *("--html", report, "--out", tmp_path / "games.jsonl"),
    )
    assert done.returncode == 0, done.stderr
    assert "card-nim" in report.read_text().lower() or "Card Nim" in report.read_text()


def test_terminal(installed, tmp_path):
    child = pexpect.spawn(
        str(installed.python),
        ["-m", "baumeister", "play", "card-nim", "--seats", "Ada,greedy", "--seed", "3"],
        encoding="utf-8",
        dimensions=(50, 100),
        timeout=60,
        env=installed.environment(TERM="xterm-256color", XDG_DATA_HOME=str(tmp_path)),
    )
    child.delaybeforesend = None
    seen = ""
    while True:
        index = child.expect([r"won \(last stone\)\.", r"Ada — [^>]*> "])
        seen += child.before + child.after
        if index == 0:
            break
        if "N3: " not in seen:
            child.sendline("take 4")  # no action of the game
            child.expect(r"Ada — [^>]*> ")
            seen += "N3: "
        child.sendline("take 1")
    assert "heap" in seen
    child.expect(pexpect.EOF)
