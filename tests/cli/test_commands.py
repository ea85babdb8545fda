"""Commands other than `play`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from baumeister.records import check_text, loads

BROKEN = Path(__file__).parents[1] / "data" / "broken"


def selfplay(run, folder, *arguments):
    code, _, err = run("selfplay", "manhattan", "--out", folder, *arguments)
    assert code == 0, err
    return sorted(folder.iterdir())


VARIATIONS = [
    ["--players", "4"], ["--players", "3"], ["--players", "2"], ["--urban"],
    ["--variant", "godzilla"], ["--variant", "baby-godzilla"], ["--variant", "progressive"],
    ["--variant", "anti-trust"], ["--variant", "godzilla,progressive,anti-trust", "--urban"],
    ["--players", "2", "--edition", "act-in-games-2018", "--urban"], ["--choice", "secret"],
    ["--choice", "one-by-one", "--hand", "6"], ["--edition", "hig-1994", "--players", "3"],
    ["--sides", "0,1", "--players", "2"], ["--rounds", "2", "--blocks", "3"],
    ["--no-tie-break", "--same-owner-highest", "--megacity-all"], ["--start", "2"],
    ["--variant", "godzilla", "--monster", "B2"], ["--colours", "red,black,green,blue"],
]  # fmt: skip


@pytest.mark.parametrize("flags", VARIATIONS, ids=" ".join)
def test_selfplay_passes_the_check(run, tmp_path, flags):
    selfplay(run, tmp_path, "--games", 1, "--seed", 1, *flags)
    code, out, _ = run("check", *sorted(tmp_path.iterdir()))
    assert code == 0
    assert "1 of 1 records are valid." in out


@pytest.mark.slow
@pytest.mark.parametrize("flags", VARIATIONS, ids=" ".join)
def test_two_hundred_games_pass_the_check(run, tmp_path, flags):
    selfplay(run, tmp_path, "--games", 200, "--seed", 1, *flags)
    code, out, _ = run("check", tmp_path)
    assert code == 0
    assert "200 of 200 records are valid." in out


def test_selfplay_gives_the_same_records_on_any_number_of_cores(run, tmp_path):
    flags = ("--players", 2, "--rounds", 1, "--games", 5)
    selfplay(run, tmp_path / "one", *flags, "--cores", 1)
    selfplay(run, tmp_path / "two", *flags, "--cores", 2)
    for part in ("1/2", "2/2"):
        selfplay(run, tmp_path / "parts", *flags, "--shard", part, "--cores", 1)
    one, *others = (
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
        for name in ("one", "two", "parts")
    )
    assert len(one) == 5
    assert others == [one, one]


def test_selfplay_never_overwrites_a_record_of_another_configuration(run, tmp_path):
    flags = ("--players", 2, "--rounds", 1)
    (path,) = selfplay(run, tmp_path, *flags)
    before = path.read_bytes()
    for other in (("--bots", "greedy"), ("--hand", 5)):
        code, _, err = run("selfplay", "manhattan", "--out", tmp_path, *flags, *other)
        assert code == 2
        assert "use another folder" in " ".join(err.split())
    assert path.read_bytes() == before
    assert selfplay(run, tmp_path, *flags) == [path]  # the same again is no problem


def test_selfplay_bots_and_json(run, tmp_path):
    code, out, _ = run("selfplay", "manhattan", "--out", tmp_path, "--bots", "greedy,random",
                       "--players", 2, "--rounds", 1, "--games", 2, "--json")  # fmt: skip
    assert code == 0
    results = json.loads(out)
    assert [each["file"] for each in results] == [
        "manhattan-0-0001.bau.json",
        "manhattan-0-0002.bau.json",
    ]
    record = loads((tmp_path / results[0]["file"]).read_text("utf-8"))
    assert [player.kind for player in record.players] == ["bot:greedy", "bot:random"]


@pytest.mark.parametrize(
    "game", [["manhattan", "--urban", "--variant", "godzilla"], ["tangram-city", "--players", "3"]]
)
def test_seed_determines_the_files_in_every_process(run, tmp_path, game):
    def files(folder):
        return {path.name: path.read_bytes() for path in (tmp_path / folder).iterdir()}

    command = ["selfplay", *game, "--games", 1, "--seed", 7, "--bots", "greedy,random", "--out"]
    assert run(*command, tmp_path / "one")[0] == 0
    subprocess.run(
        [sys.executable, "-m", "baumeister", *map(str, command), str(tmp_path / "two")],
        check=True, env={**os.environ, "PYTHONHASHSEED": "2"}, capture_output=True,
    )  # fmt: skip
    assert files("one") == files("two")


def test_seed_determines_the_files_on_every_machine(run, tmp_path):
    """The files of this seed have this digest on every machine."""
    from hashlib import sha256

    files = selfplay(run, tmp_path, "--games", 2, "--seed", 1)
    digest = sha256(b"".join(path.read_bytes() for path in files)).hexdigest()
    assert digest == "19eb4b5796b2a9f99d00d067dc9a0e2c1fa685ffcb26aa8c134a7485cec53eb6"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "5"], "M2.1: option 'players': must be one of: 2, 3, 4; not 5"),
        (["--variant", "mothra"], "M5: option 'variants'"),
        (
            ["--bots", "deep-blue"],
            "no bot 'deep-blue' for manhattan; there are: manhattan:1, manhattan:2",
        ),
        (["--games", "0"], "--games must be 1 or more"),
        (["--sides", "0,x", "--players", "2"], "M1.4: option 'sides': must be whole numbers"),
    ],
)
def test_bad_arguments_give_a_one_line_error(run, tmp_path, arguments, message):
    code, _, err = run("selfplay", "manhattan", "--out", tmp_path / "x", *arguments)
    assert code == 2
    assert message in err
    assert len(err.strip().splitlines()) == 1


def test_bots_by_seat(run, tmp_path):
    assert run("selfplay", "manhattan", "--out", tmp_path, "--bots", ",")[0] == 0
    code, _, err = run("selfplay", "manhattan", "--out", tmp_path, "--players", 2,
                       "--bots", "random,random,greedy")  # fmt: skip
    assert code == 2
    assert "--bots names 3, but the game has 2 players" in err


def baumeister(*arguments, **more):
    return subprocess.run(
        [sys.executable, "-m", "baumeister", *arguments],
        check=False, capture_output=True, timeout=60, **more,
    )  # fmt: skip


def test_input_and_output_errors_are_one_line(run, tmp_path):
    """Full disks, closed pipes, ASCII terminals and closed stdin give no traceback."""
    (tmp_path / "manhattan-0-0001.bau.json").mkdir()
    code, _, err = run("selfplay", "manhattan", "--out", tmp_path)
    assert (code, err.count("\n")) == (2, 1)
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "baumeister", "schema"], stdout=full, stderr=subprocess.PIPE,
            check=False,
        )  # fmt: skip
    assert b"No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr
    command = f"{sys.executable} -m baumeister rules | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, check=False)
    assert b"Traceback" not in done.stderr
    done = baumeister("rules", "M2.1", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert b"M2.1" in done.stdout
    done = baumeister("play", "--save", str(tmp_path / "x.bau.json"), stdin=subprocess.DEVNULL)
    assert b"Saved." in done.stdout
    command = f"{sys.executable} -m baumeister play --save {tmp_path / 'y.bau.json'} <&-"
    done = subprocess.run(command, shell=True, capture_output=True, check=False)
    assert b"Saved." in done.stdout


def test_resuming_with_an_unknown_bot(tmp_path, run):
    (path,) = selfplay(run, tmp_path, "--rounds", 1)
    path.write_text(path.read_text("utf-8").replace("bot:random", "bot:alien"), "utf-8")
    done = baumeister("play", "--resume", str(path))
    assert done.stderr.decode().strip().partition("; ")[0].endswith("no bot 'alien' for manhattan")


def test_unknown_game_and_unwritable_folder(run, tmp_path):
    code, _, err = run("selfplay", "chess", "--out", tmp_path)
    assert (code, err.strip()) == (
        2,
        "baumeister: no game 'chess'; there are: manhattan, tangram-city",
    )
    (tmp_path / "file").write_text("")
    code, _, err = run("selfplay", "manhattan", "--out", tmp_path / "file" / "x")
    assert code == 2
    assert "Not a directory" in err


def test_check_reports_invalid_records(run, tmp_path):
    selfplay(run, tmp_path, "--rounds", 1)
    code, out, _ = run("check", tmp_path, BROKEN / "M2.5-too-few-floors.bau.json")
    assert code == 1
    assert "M2.5: blue would have 1 floor, but orange, on top, has 4" in out
    assert "1 of 2 records are valid." in out


def test_check_json(run):
    code, out, _ = run("check", BROKEN / "M1.7-no-start.bau.json", "--json")
    (report,) = json.loads(out)
    assert code == 1
    assert report["ok"] is False
    assert report["log_line"] == 1
    assert report["clause"] == "M1.7"
    assert report["line"] > 1


def test_check_fails_without_records(run, tmp_path):
    code, _, err = run("check", tmp_path)
    assert code == 1
    assert "contains no records (*.bau.json, *.jsonl)" in err
    assert run("check", tmp_path / "none.bau.json")[0] == 1


def test_check_all_broken_records(run):
    code, out, err = run("check", BROKEN)
    assert code == 1
    assert f"0 of {len(list(BROKEN.iterdir()))} records are valid." in out
    assert "Traceback" not in out + err


def test_replay(run, tmp_path):
    (path,) = selfplay(run, tmp_path, "--urban", "--players", 3, "--variant", "godzilla")
    code, out, _ = run("replay", path)
    assert code == 0
    assert "Dicey Dora 0 plays card" in out
    assert "The urban rule is" in out
    assert out.count("Scoring of round") == 6
    assert "Won by" in out
    assert "┌────────── A ───────────┬" in out
    code, out, _ = run("replay", path, "--json")
    steps = json.loads(out)
    record = loads(path.read_text("utf-8"))
    assert [step["text"] for step in steps] == list(record.log)
    assert steps[-1]["standing"] == record.result["scores"]


def test_replay_broken_record(run):
    code, _, err = run("replay", BROKEN / "M1.7-no-start.bau.json")
    assert code == 1
    assert "log line 1: M1.7" in err
    assert "Traceback" not in err


def test_replay_step_without_a_terminal(run, tmp_path, monkeypatch):
    (path,) = selfplay(run, tmp_path, "--rounds", 1)
    code, _, err = run("replay", path, "--step")
    assert code == 2
    assert "--step needs a terminal" in err


def test_export(run, tmp_path):
    (path,) = selfplay(run, tmp_path, "--players", 2)
    _, out, _ = run("export", path, "--seat", 1)
    export = loads(out)
    assert "* deal 0 ????" in export.log
    assert not any("deal 1" in line and "?" in line for line in export.log)
    _, out, _ = run("export", path)
    assert sum("?" in line for line in loads(out).log) == 2 + 96
    code, _, err = run("export", path, "--seat", 2)
    assert code == 2
    assert "there is no seat 2; the seats are 0 to 1" in err
    (tmp_path / "export.bau.json").write_text(out, "utf-8")
    code, out, _ = run("check", tmp_path / "export.bau.json")
    assert code == 1
    assert "an export for one viewer cannot be replayed" in out


def test_rules(run):
    code, out, _ = run("rules")
    assert code == 0
    assert out.count("\nM") >= 50
    _, out, _ = run("rules", "M2.5")
    assert "Taking over a building" in out
    assert "M2.6" not in out
    assert run("rules", "m3") == run("rules", "manhattan", "M3")
    _, out, _ = run("rules", "manhattan", "m3")
    assert "M3.5 Winning" in out
    assert "M4" not in out
    _, out, _ = run("rules", "manhattan", "M2.5", "--json")
    assert json.loads(out)[0]["title"] == "Taking over a building"
    code, _, err = run("rules", "manhattan", "M9")
    assert code == 2
    assert "no clause 'M9'; the sections are M1, M2" in err
    assert run("rules", "chess")[0] == 2
    _, out, _ = run("rules", "--language", "de", "M2.5")
    assert out.startswith("M2.5 Ein Gebäude übernehmen")
    code, _, err = run("rules", "--language", "tlh")
    assert code != 0
    assert "Choose from" in err


def test_help_and_version(run):
    code, out, _ = run("--help")
    assert code == 0
    for command in ("play", "selfplay", "check", "replay", "export", "rules", "schema"):
        assert command in out
    assert run("--version")[1].strip()
    for command in ("play", "selfplay", "check", "replay", "export", "rules", "schema"):
        assert "Usage:" in run(command, "--help")[1]


def test_schema_matches_the_published_file(run):
    published = Path(__file__).parents[2] / "docs" / "record.schema.json"
    assert json.loads(run("schema")[1]) == json.loads(published.read_text("utf-8"))


def test_selfplay_writes_valid_records(run, tmp_path):
    for path in selfplay(run, tmp_path, "--games", 2):
        check_text(path.read_text("utf-8"))
