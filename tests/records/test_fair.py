"""Verifiable chance: outcomes follow from the seed, and a record proves it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baumeister.core.match import Match
from baumeister.core.registry import find
from baumeister.records import Fairness, check_text, commitment_of, export_for, record_of
from baumeister.records.fair import LineRng

from .broken import fair

SEED = "5eed" * 16


def played(game_id: str, fairness: Fairness, **options):
    game = find(game_id)
    match = Match(game, game.options(options))
    while match.actors:
        fairness.roll(match)
        for seat in match.waiting_for:
            while seat in match.waiting_for:
                match.submit(seat, match.legal(seat)[0])
    return replace(record_of(match), chance=fairness)


@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        ("manhattan", {"players": 2}),
        ("manhattan", {"players": 4, "urban": True, "variants": ["godzilla", "progressive"]}),
        ("tangram-city", {"players": 1}),
        ("tangram-city", {"players": 5}),
    ],
)
def test_seed_determines_the_whole_game(game_id, options):
    fairness = Fairness(commitment_of(SEED), ("",) * options["players"], SEED)
    record = played(game_id, fairness, **options)
    assert check_text(record.dumps()) == record
    other = "0" * 64
    assert played(game_id, Fairness(commitment_of(other), (), other), **options).log != record.log


def test_every_salt_changes_chance():
    logs = {
        played("manhattan", Fairness(commitment_of(SEED), salts, SEED), players=3).log
        for salts in ((), ("a", "", ""), ("", "a", ""), ("ab", "", ""), ("a", "b", ""))
    }
    assert len(logs) == 5


def test_records_without_the_seed_are_valid():
    record = fair()
    running = replace(record, chance=Fairness(record.chance.commitment, record.chance.salts))
    assert check_text(running.dumps()) == running
    assert not running.chance.keeps_promise
    with pytest.raises(ValueError, match="not known yet"):
        running.chance.rng(0)


def test_exports_keep_the_commitment():
    assert export_for(fair(), 0).chance == fair().chance


def test_seed_is_not_in_the_repr():
    assert SEED not in repr(fair().chance)
    assert SEED not in str(fair().chance)


def test_generator_reference_values():
    """HMAC-SHA256 of 'line/count', 53 bits: other programs must get the same."""
    rng = Fairness(commitment_of("00" * 32), (), "00" * 32).rng(0)
    assert [rng.random() for _ in range(2)] == [0.4580333248253604, 0.054170360413931085]


@given(st.binary(min_size=32, max_size=32), st.integers(0, 1000))
def test_draws_are_in_the_unit_interval(key, line):
    rng = LineRng(key, line)
    draws = [rng.random() for _ in range(5)]
    assert all(0 <= draw < 1 for draw in draws)
    assert len(set(draws)) == 5
