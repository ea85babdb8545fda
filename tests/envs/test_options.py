"""Every environment accepts every option of its game."""

from __future__ import annotations

import gymnasium
import pyspiel
import pytest

from baumeister.core.options import options_of
from baumeister.envs.gymnasium import IDS
from baumeister.envs.openspiel.parameters import parameters_of
from baumeister.envs.pettingzoo import manhattan_v1, tangram_city_v1
from baumeister.games.manhattan import MANHATTAN, Options
from baumeister.games.manhattan.board import SITE_NAMES
from baumeister.games.manhattan.editions import EDITIONS
from baumeister.games.manhattan.options import CHOICES, HANDS, MONSTER_MOVES, VARIANTS
from baumeister.games.manhattan.options import FIELDS as MANHATTAN_FIELDS
from baumeister.games.tangram_city import TANGRAM_CITY
from baumeister.games.tangram_city.options import FIELDS as TANGRAM_CITY_FIELDS
from tests.fast.samples import CUSTOM, of_manhattan, of_tangram_city

from .test_openspiel import load

FLAGS = [name for name, option in options_of(Options).items() if option.is_flag]
MANHATTAN_OPTIONS = [
    *({"players": players} for players in (2, 3, 4)),
    *({"edition": edition} for edition in EDITIONS),
    {"rounds": 3},
    {"blocks": 2},
    {"players": 2, "sides": [1, 3]},
    {"players": 2, "sides": [1, 1]},
    *({"players": 2, "colours_each": each} for each in (1, 2)),
    *({"variants": ["godzilla"], "monster_moves": moves} for moves in MONSTER_MOVES),
    *({"hand": hand} for hand in HANDS),
    *({"districts": count} for count in (1, 5)),
    *({"cards": count} for count in (4, 8)),
    *({"choice": choice} for choice in CHOICES),
    *({flag: value} for flag in FLAGS for value in (True, False)),
    *({"variants": [variant]} for variant in VARIANTS),
    {"players": 3, "colours": ["red", "black", "green"]},
    {"start": 3},
    {"variants": ["godzilla"], "monster": SITE_NAMES[53]},
]
TANGRAM_CITY_OPTIONS = [
    *({"players": players} for players in (1, 2, 3, 4, 5)),
    *({"tile_set": name} for name in ("standard", "exact-49")),
    {"tile_set": "custom", "tiles": CUSTOM},
    *({flag: value} for flag in ("printed_field", "same_board") for value in (True, False)),
    *({"start_points": points} for points in (0, 1)),
    {"start": 1},
]


def test_every_option_is_covered():
    assert {name for given in MANHATTAN_OPTIONS for name in given} == set(MANHATTAN_FIELDS)
    assert {name for given in TANGRAM_CITY_OPTIONS for name in given} == set(TANGRAM_CITY_FIELDS)
    assert set(parameters_of(MANHATTAN)) == set(MANHATTAN_FIELDS)
    assert set(parameters_of(TANGRAM_CITY)) == set(TANGRAM_CITY_FIELDS) - {"tiles"}


@pytest.mark.parametrize("given", MANHATTAN_OPTIONS, ids=str)
def test_manhattan(given):
    sample = of_manhattan(**given)
    env = manhattan_v1.raw_env(**given)
    single = gymnasium.make("baumeister/Manhattan-v1", **given).unwrapped
    game = load(sample)
    assert env._episode.rules.options == sample.options
    assert single._game.episode.rules.options == sample.options
    assert game.rules.options == sample.options
    assert pyspiel.load_game(str(game)).rules.options == sample.options


@pytest.mark.parametrize("given", TANGRAM_CITY_OPTIONS, ids=lambda given: str(given)[:40])
def test_tangram_city(given):
    sample = of_tangram_city(**given)
    env = tangram_city_v1.raw_env(**given)
    parallel = tangram_city_v1.parallel_env(**given)
    single = gymnasium.make("baumeister/TangramCity-v1", **given).unwrapped
    assert env._episode.rules.options == sample.options
    assert parallel._episode.rules.options == sample.options
    assert single._game.episode.rules.options == sample.options
    if "tiles" not in given:  # OpenSpiel parameters are only numbers and words
        assert load(sample).rules.options == sample.options


def test_ids_have_a_version():
    assert all(name.endswith("-v1") for name in IDS)
    assert manhattan_v1.env().metadata["name"] == "manhattan_v1"
    assert tangram_city_v1.env().metadata["name"] == "tangram_city_v1"
