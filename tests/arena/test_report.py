"""The output of `baumeister arena`: table, JSON and report."""

from __future__ import annotations

import json
import re
import sys
from html.parser import HTMLParser
from math import inf

import pytest

from baumeister.arena import Estimate, play
from baumeister.arena.report.html import page
from baumeister.arena.report.words import elo_text, points_text

TINY = ("manhattan", "--players", "2", "--rounds", "1", "--cores", "1")


class Closed(HTMLParser):
    """Checks that every tag is closed."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "wbr"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize(
    ("game_id", "options", "bots", "versus"),
    [
        ("manhattan", {"players": 2, "rounds": 1}, ["random", "greedy", "1:nodes=5"], False),
        ("manhattan", {"players": 3, "rounds": 1}, ["greedy", "random"], True),
        ("tangram-city", {"players": 1}, ["greedy"], False),
    ],
)
def test_the_report_is_well_formed_and_self_contained(game_id, options, bots, versus):
    text = page(play(game_id, options, bots, versus=versus, games=6), "baumeister <arena>")
    parser = Closed()
    parser.feed(text)
    assert parser.open == []
    assert not re.search(r"https?:|src=|@import|url\(", text)
    assert "baumeister &lt;arena&gt;" in text
    assert text.count("<svg") == 3


def test_the_command_writes_table_json_and_report(run, tmp_path):
    files = (
        "--out",
        tmp_path / "g.jsonl",
        "--json",
        tmp_path / "g.json",
        "--html",
        tmp_path / "g.html",
    )
    bots = "greedy,random,search:nodes=5"
    code, out, _ = run("arena", *TINY, "--bots", bots, "--games", 12, *files)
    assert code == 0
    assert "12 games, 2 deals, 2 players; equal: 50.0%" in out
    assert "Finished before" in out
    data = json.loads((tmp_path / "g.json").read_text())
    assert (data["games"], data["bots"]) == (12, ["greedy", "random", "search:nodes=5"])
    assert [len(row) for row in data["cross"]] == [3, 3, 3]
    assert "<svg" in (tmp_path / "g.html").read_text()


def test_json_may_go_to_standard_output_alone(run):
    """The second bot forfeits every game: results are separated, and bounded from one side only."""
    failing = f"external:{sys.executable} -c pass"
    bots = f"random,{failing}"
    code, out, err = run("arena", *TINY, "--bots", bots, "--games", 24, "--json", "-")
    assert code == 0
    data = json.loads(out)
    assert data["games"] == 24
    assert "without a prior" in data["ratings"]
    text = " ".join(err.split())
    assert re.search(r"random 100\.0 \S+ \+∞ \(\+1\d\d to \+∞\)", text), text
    assert re.search(r"−∞ \(−∞ to -1\d\d\)", text), text
    assert "maximum likelihood without a prior" in text
    assert f"{failing} forfeited 24 of 24 games" in text


def test_a_single_deal_has_no_margin_and_zero_no_minus():
    assert points_text(Estimate(13.0, -inf, inf)) == "13.0 ± ∞"
    assert points_text(Estimate(13.04, 12.0, 14.08)) == "13.0 ± 1.0"
    assert elo_text(Estimate(-0.2, -inf, 3.6)) == "+0 (−∞ to +4)"


def test_the_command_prints_versus_and_test(run):
    versus = "--versus", "--games", "200", "--sprt", "0,300"
    code, out, _ = run("arena", *TINY, "--bots", "greedy,random", *versus)
    text = " ".join(out.split())
    assert code == 0
    assert "H1 accepted" in text
    assert re.search(r"greedy wins [\d.]+% .* against random", text)


def test_the_command_prints_a_mirror(run):
    code, out, _ = run("arena", *TINY, "--bots", "random,random", "--versus", "--games", 20)
    assert code == 0
    assert "Mirror: random against random" in " ".join(out.split())


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--bots", "greedy"), "at least two"),
        (("--bots", "greedy,nobody"), "no bot"),
        (("--bots", "greedy,random", "--sprt", "5"), "--sprt is ELO0,ELO1"),
        (("--bots", "greedy,random", "--sprt", "0,10"), "versus"),
        (("--bots", "greedy,random", "--versus", "--sprt", "9,3"), "less than elo1"),
        (("--bots", "greedy,random", "--games", "0"), "1 or more"),
        (("--bots", "greedy,random", "--seconds", "0"), "more than 0"),
        (("--bots", "greedy,random", "--nodes", "0"), "1 or more"),
        (("--bots", "greedy,random", "--out", "/"), "directory"),
    ],
)
def test_errors_are_one_line(run, arguments, reason):
    code, out, err = run("arena", *TINY, *arguments)
    assert (code, out) == (2, "")
    assert reason in " ".join(err.split())


def test_ctrl_c_prints_the_complete_deals(run, monkeypatch):
    import baumeister.arena.tournament as running

    true = running.play_all

    def stopped(*work):
        for number, game in enumerate(true(*work)):
            if number == 5:
                raise KeyboardInterrupt
            yield game

    monkeypatch.setattr(running, "play_all", stopped)
    code, out, err = run("arena", *TINY, "--bots", "greedy,random", "--games", 40)
    assert code == 130
    assert "2 whole deals" in err
    assert "4 games, 2 deals" in out
