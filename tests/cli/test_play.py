"""`baumeister play` in a pseudo-terminal."""

from __future__ import annotations

import re

import pexpect
import pytest

from baumeister.records import check_text, loads

from .terminal import play, terminal

BUILD = r"Build: SITE FLOORS( COLOUR)?, e\.g\. (\w\d \d[ a-z]*) >"
CHOOSE = r"Choose .*, e\.g\. ([\d a-z]+) >"
FORFEIT = r"Give up a card and a block, e\.g\. (forfeit [\d a-z]+) >"
PASS = r"When nobody else looks, press Enter\. "
END = r"won \((points|highest|majorities|shared)\)\."


def play_on(child: pexpect.spawn) -> str:
    """Answer every prompt with its example until the game ends; returns all output."""
    seen = ""
    while True:
        index = child.expect([END, BUILD, CHOOSE, FORFEIT, PASS])
        seen += child.before + child.after
        if index == 0:
            child.expect(pexpect.EOF)
            return seen + child.before
        answer = {1: 2, 2: 1, 3: 1}.get(index)  # the group that holds the example
        child.sendline(child.match.group(answer) if answer else "")


GAMES = [
    ["manhattan", "--players", "2", "--rounds", "1"],
    [
        *("manhattan", "--seats", "Anna,greedy,greedy", "--players", "3", "--rounds", "2"),
        *("--urban", "--variant", "godzilla"),
    ],
    ["manhattan", "--seats", "Anna,Ben", "--players", "2", "--rounds", "1", "--choice", "secret"],
]
MORE_GAMES = [
    ["manhattan"],
    ["manhattan", "--players", "3", "--urban", "--variant", "godzilla,progressive"],
    ["manhattan", "--choice", "one-by-one", "--players", "2", "--rounds", "1"],
    ["manhattan", "--choice", "secret", "--edition", "hig-1994", "--rounds", "1"],
    ["manhattan", "--variant", "anti-trust", "--rounds", "1"],
]


@pytest.mark.parametrize(
    "arguments",
    [*GAMES, *(pytest.param(each, marks=pytest.mark.slow) for each in MORE_GAMES)],
    ids=" ".join,
)
def test_whole_game(tmp_path, arguments):
    path = tmp_path / "game.bau.json"
    child = play(*arguments, "--seed", "1", "--save", str(path))
    screen = play_on(child)
    assert "The record is in" in screen
    assert "Traceback" not in screen
    assert "\x1b[" in screen  # colours
    if "godzilla" in arguments:
        assert re.search(r"The urban rule is [a-z-]+ \(M4\.\d+\): ", screen)
        assert "The monster moves to" in screen
        assert "and destroys floors there" in screen
    record = check_text(path.read_text("utf-8"))
    assert record.result is not None
    assert record.started is not None


def test_mistakes_are_explained_and_change_nothing(tmp_path):
    path = tmp_path / "game.bau.json"
    child = play("--seed", "3", "--start", "0", "--save", str(path))
    child.expect(CHOOSE)
    child.sendline("444444")
    child.expect(r"M1\.3: you want 6 blocks of size 4")
    child.sendline("hello")
    child.expect("'hello' is not an action here")
    child.sendline("123412")
    child.expect(BUILD)
    child.sendline("?")
    child.expect("save and quit")
    child.expect("a building of 7 floors, owned by orange")
    child.sendline("L")
    child.expect(r"[A-F]\d 1/2/3/4   ")
    child.sendline("s")
    child.expect(r"No round has been scored yet\.")
    child.sendline("r m2.5")
    child.expect(r"M2\.5 Taking over a building: You may build on a building")
    child.sendline("r M99")
    child.expect("no such clause")
    child.sendline("r M4")
    child.expect(r"M4\.12 Urban points: ")
    child.sendline("r")
    child.expect(r"M8 Numbers to check against")
    child.sendline("b")
    child.expect("Your cards:")
    child.expect(BUILD)
    child.sendline("")
    child.expect(BUILD)
    child.sendline("Z9 1")
    child.expect("is not an action here")
    child.sendline("\x1b[A")  # arrow up: the previous line
    child.expect("Z9 1")
    child.expect("is not an action here")
    child.sendline("q")
    child.expect(r"Saved\. Continue with: baumeister play --resume")
    child.expect(pexpect.EOF)
    record = loads(path.read_text("utf-8"))
    assert record.result is None
    assert "0 choose 432211" in record.log


def test_resume(tmp_path):
    path = tmp_path / "game.bau.json"
    child = play("--seed", "3", "--rounds", "1", "--save", str(path))
    child.expect(CHOOSE)
    child.sendline("432211")
    child.expect(BUILD)
    child.sendeof()
    child.expect("Saved")
    child.expect(pexpect.EOF)
    before = loads(path.read_text("utf-8"))
    screen = play_on(play("--resume", str(path)))
    assert "won" in screen
    after = check_text(path.read_text("utf-8"))
    assert after.log[: len(before.log)] == before.log
    assert after.players == before.players


def test_default_save_and_scores_command(tmp_path):
    child = play("--rounds", "2", "--blocks", "1", "--start", "0", data=tmp_path)
    child.expect(CHOOSE)
    child.sendline("4")
    child.expect(BUILD)
    child.sendline(child.match.group(2))
    child.expect(CHOOSE)
    child.sendline("s")
    child.expect("Scoring of round 1")
    play_on(child)
    (path,) = (tmp_path / "baumeister" / "games").iterdir()
    assert check_text(path.read_text("utf-8")).result is not None


def test_colour_letters_are_not_commands(tmp_path):
    """`b` and `r` are both commands and colours."""
    path = tmp_path / "game.bau.json"
    child = play("--players", "2", "--colours", "blue,orange,red,yellow", "--start", "0",
                  "--save", str(path))  # fmt: skip
    child.expect(CHOOSE)
    child.sendline("4321 4321 1111")
    child.expect("is not an action here")
    child.sendline("b 4321 r 1111")
    child.expect("chooses blue 4321, red 1111")
    child.close(force=True)


def test_secret_choices_survive_quitting(tmp_path):
    path = tmp_path / "game.bau.json"
    child = play("--players", "2", "--seats", "Anna, Ben", "--choice", "secret",
                  "--save", str(path))  # fmt: skip
    child.expect("Anna, it is your turn")
    child.sendline("")
    child.expect(CHOOSE)
    child.sendline("4321 1111")
    child.expect("Ben, it is your turn")
    child.sendline("")
    child.expect(CHOOSE)
    child.sendline("q")
    child.expect("Saved")
    child.expect(pexpect.EOF)
    child = play("--resume", str(path))
    child.expect("Ben, it is your turn")
    child.close(force=True)


def test_resume_last(tmp_path):
    child = play("--start", "0", data=tmp_path)
    child.expect(CHOOSE)
    child.sendline("q")
    child.expect(pexpect.EOF)
    child = play("--resume", "last", data=tmp_path)
    child.expect(CHOOSE)
    child.close(force=True)


def test_narrow_terminal_warning(tmp_path):
    child = terminal("play", "--save", str(tmp_path / "y.bau.json"), size=(24, 60))
    child.expect("The board needs 76 columns; this terminal has 60")
    child.close(force=True)


def test_hot_seat_hides_hands(tmp_path):
    path = tmp_path / "game.bau.json"
    child = play("--players", "2", "--seats", "Anna,Ben", "--start", "0", "--seed", "5",
                  "--save", str(path))  # fmt: skip
    child.expect("Anna, it is your turn")
    child.sendline("")
    child.expect(CHOOSE)
    assert "Your cards:" in child.before
    child.sendline(child.match.group(1))
    child.expect("Ben, it is your turn")
    cleared = child.before + child.after
    assert "\x1b[2J" in cleared  # the screen was cleared of Anna's hand
    assert "Your cards:" not in cleared.split("\x1b[2J")[-1]
    child.close(force=True)


def test_output_without_colour(tmp_path):
    path = tmp_path / "x.bau.json"
    child = terminal(
        "play", "--seed", "1", "--save", str(path), size=(50, 80), TERM="dumb", NO_COLOR="1"
    )
    child.expect(CHOOSE)
    child.sendline("432211")
    for _ in range(3):
        child.expect(BUILD)
        screen = child.before
        child.sendline(child.match.group(2))
    assert "\x1b[3" not in screen
    assert re.search(r"[OBYP]\d", screen)
    assert "› " not in screen
    assert "›" in screen
    assert "O orange" in screen
    assert max(len(line.rstrip()) for line in screen.splitlines()) <= 80
    child.close(force=True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seats", "Anna"], "--seats names 1, but the game has 4 players"),
        (["--seats", "A,B,C,\u202e"], "a name cannot contain the character U+202E"),
        (["--resume", "nowhere.bau.json"], "nowhere.bau.json: cannot be read"),
        (["--players", "9"], "M2.1: option 'players'"),
        (["--save", "."], ". exists already"),
        (["--save", "pyproject.toml"], "pyproject.toml exists already"),
        (["--resume", "x.bau.json", "--urban"], "leave out urban"),
        (["--resume", "last"], "there is no saved game in"),
        (["--save", "pyproject.toml/x.bau.json"], "cannot save to"),  # before the first move
    ],
)
def test_bad_arguments(run, monkeypatch, tmp_path, arguments, message):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    code, _, err = run("play", *arguments)
    assert code in (1, 2)
    assert message in err


def test_replay_step_by_step(run, tmp_path):
    run("selfplay", "manhattan", "--rounds", 1, "--out", tmp_path)
    (path,) = tmp_path.iterdir()
    child = terminal("replay", str(path), "--step")
    child.expect(r"line 1 of \d+")
    child.sendline("")
    child.expect(r"line 2 of \d+")
    child.sendline("b")
    child.expect(r"line 1 of \d+")
    child.sendline("12")
    child.expect(r"line 12 of \d+")
    child.sendline("q")
    child.expect(pexpect.EOF)
