"""PettingZoo's own tests, and what they do not look at."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test
from pettingzoo.test.seed_test import parallel_seed_test

from baumeister.core.errors import IllegalError
from baumeister.envs.pettingzoo import manhattan_v1, tangram_city_v1
from baumeister.envs.play import Play
from baumeister.fast import compiled
from tests.fast.samples import SAMPLES

from .walks import legal_number, play_aec, play_parallel

MODULES = {"manhattan": manhattan_v1, "tangram-city": tangram_city_v1}
TANGRAM_CITY = [sample for sample in SAMPLES if sample.game.id == "tangram-city"]

# PettingZoo's test knows which of its own environments have masks in their observations. Of all
# others it thinks that it is a mistake.
pytestmark = [
    pytest.mark.filterwarnings(f"ignore:{text}")
    for text in (
        "Observation space for each agent probably should be",
        "Observation is not a NumPy array",
        "Action mask numpy array is all zeros",  # of agents whose game is over
    )
]


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_api(sample):
    env = MODULES[sample.game.id].env(**sample.given)
    api_test(env, num_cycles=25 if env.max_num_agents > 2 else 70)


@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_seed(module):
    seed_test(module.env, num_cycles=40)


@pytest.mark.parametrize("sample", TANGRAM_CITY, ids=str)
def test_parallel_api(sample):
    parallel_api_test(tangram_city_v1.parallel_env(**sample.given))


def test_parallel_seed():
    """The test draws numbers without looking at the mask."""
    parallel_seed_test(partial(tangram_city_v1.parallel_env, illegal="random"))


def test_max_cycles():
    """This one too."""
    max_cycles_test(
        SimpleNamespace(
            env=partial(tangram_city_v1.env, illegal="random"),
            parallel_env=partial(tangram_city_v1.parallel_env, illegal="random"),
        )
    )


@pytest.mark.slow
@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_api_over_many_games(sample):
    env = MODULES[sample.game.id].env(**sample.given)
    for _ in range(20):
        api_test(env, num_cycles=200)
        seed_test(partial(MODULES[sample.game.id].env, **sample.given))


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_points_as_they_come_are_points_in_the_end(sample):
    """M3.4, T5.3: what an agent earns adds up to its points, less those it began with."""
    env = MODULES[sample.game.id].env(**sample.given, reward="points")
    env.reset(seed=4)
    begun = env.unwrapped._play.position.points()
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent, _, _ in play_aec(env, seed=4):
        earned[agent] += env.last(observe=False)[1]
    points = env.unwrapped._play.position.points()
    assert [
        before + gained for before, gained in zip(begun, earned.values(), strict=True)
    ] == points


@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_the_win_is_won_at_the_end_and_adds_up_to_nothing(module):
    env = module.env(players=3)
    earned = {}
    for agent, _, action in play_aec(env, seed=1):
        if action is None:
            earned[agent] = env.last(observe=False)[1]
        else:
            assert not any(env.rewards.values())
    ranks = env.unwrapped._play.position.ranks()
    assert sum(earned.values()) == pytest.approx(0)
    assert [value > 0 for value in earned.values()] == [rank == 1 for rank in ranks]


@pytest.mark.skipif(not compiled(), reason="needs the compiled core")
@pytest.mark.parametrize("sample", SAMPLES[::2], ids=str)
def test_the_same_game_with_and_without_the_compiled_core(sample):
    """For the same seed, agent by agent and number by number."""
    quick, plain = (MODULES[sample.game.id].raw_env(**sample.given) for _ in range(2))
    face = replace(plain._play.face, rules=sample.plain.rules, position=sample.plain.Position)
    plain._play = Play(face, sample.given, None, "raise")
    for here, there in zip(play_aec(quick, seed=6), play_aec(plain, seed=6), strict=True):
        np.testing.assert_equal(here, there)


def test_who_plays_alone_cannot_win():
    with pytest.raises(ValueError, match="reward must be one of points"):
        tangram_city_v1.env(players=1, reward="win")


def test_an_illegal_number_ends_the_game():
    """As in PettingZoo's own games: -1 for who gave it, nothing for the others."""
    env = manhattan_v1.env(players=3)
    env.reset(seed=0)
    agent = env.agent_selection
    env.step(0)  # nobody builds before choosing blocks
    assert env.rewards == {each: -1.0 if each == agent else 0.0 for each in env.agents}
    assert all(env.terminations.values())
    assert env.infos[agent] == {"illegal": 0}
    assert not env.observe(agent)["action_mask"].any()
    raised = manhattan_v1.raw_env(players=3, illegal="raise")
    raised.reset(seed=0)
    with pytest.raises(IllegalError):
        raised.step(0)


def test_an_illegal_number_in_parallel_is_only_its_agents_fault():
    env = tangram_city_v1.parallel_env(players=3)
    observations, _ = env.reset(seed=0)
    actions = {agent: int(np.argmax(each["action_mask"])) for agent, each in observations.items()}
    _, rewards, terminated, _, infos = env.step({**actions, "player_1": 0})
    assert rewards == {"player_0": 0.0, "player_1": -1.0, "player_2": 0.0}
    assert all(terminated.values())
    assert infos == {"player_0": {}, "player_1": {"illegal": 0}, "player_2": {}}
    assert env.agents == []
    with pytest.raises(ValueError, match="illegal must be one of"):
        tangram_city_v1.parallel_env(illegal="ignore")


@pytest.mark.parametrize("sample", TANGRAM_CITY, ids=str)
def test_parallel_and_in_turn_are_the_same_game(sample):
    """T2.2, T2.5: decisions taken at once come out as decisions taken in turn."""
    at_once = tangram_city_v1.parallel_env(**sample.given, reward="points")
    in_turn = tangram_city_v1.env(**sample.given, reward="points")
    given = {agent: [] for agent in at_once.possible_agents}
    steps = 0
    for _, actions, _ in play_parallel(at_once, seed=8):
        steps += 1
        for agent, action in actions.items():
            given[agent].append(action)
    assert steps == 29 + sample.options.printed_field
    in_turn.reset(seed=8)
    for agent in in_turn.agent_iter():
        in_turn.step(given[agent].pop(0) if given[agent] else None)
    ended = at_once._play.position, in_turn.unwrapped._play.position
    assert ended[0].points() == ended[1].points()
    assert ended[0].state() == ended[1].state()


def test_in_the_last_round_nobody_sees_what_others_have_decided():
    """T2.5: four steps in one moment; what others give in them shows when all are over."""
    env = tangram_city_v1.parallel_env(players=3)
    whole = [actions for _, actions, _ in play_parallel(env, seed=5)]

    def ending(seed):
        """The game again, the others deciding otherwise in the last round: what player_0 sees."""
        rng = np.random.default_rng(seed)
        env.reset(seed=5)
        for actions in whole[:-4]:
            observations, *_ = env.step(actions)
        seen = []
        for actions in whole[-4:]:
            others = {
                agent: legal_number(observations[agent]["action_mask"], rng)
                for agent in ("player_1", "player_2")
            }
            observations, *_ = env.step({**actions, **others})
            seen.append(observations["player_0"])
        return seen

    one, other = ending(1), ending(2)
    for here, there in zip(one[:3], other[:3], strict=True):
        np.testing.assert_equal(here, there)
    assert not np.array_equal(one[3]["observation"], other[3]["observation"])


@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_a_text_of_what_the_agent_sees(module):
    """Of a choice of two colours that is half done, the position before it is shown."""
    env = module.env(players=2, render_mode="ansi")
    for number, (agent, _, action) in enumerate(play_aec(env, seed=2)):
        if number % 9 == 1 or action is None:
            text = env.render()
            assert agent in text
            assert action is None or "Your" in text or "Side a" in text
    assert module.raw_env().render() is None
    env.close()


def test_a_text_in_parallel():
    env = tangram_city_v1.parallel_env(render_mode="ansi")
    env.reset(seed=2)
    assert "Side a" in env.render()


def test_in_parallel_all_decide_or_nobody_does():
    """With `illegal="raise"`, and where somebody gives nothing, the game is as it was."""
    env = tangram_city_v1.parallel_env(players=3, illegal="raise")
    with pytest.raises(RuntimeError, match=r"call reset\(\)"):
        env.step({})
    env.reset(seed=2)
    sides = dict.fromkeys(env.agents, 1376)
    with pytest.raises(IllegalError):
        env.step({**sides, "player_2": 0})
    with pytest.raises(ValueError, match="missing: player_1, player_2"):
        env.step({"player_0": 1376})
    with pytest.raises(TypeError, match="integer"):
        env.step({**sides, "player_1": 1376.5})
    observations, *_ = env.step(sides)
    assert not any(each["action_mask"][1376:].any() for each in observations.values())
    other = tangram_city_v1.parallel_env(players=3)
    other.reset(seed=2)
    np.testing.assert_equal(observations, other.step(sides)[0])


@pytest.mark.parametrize("make", [manhattan_v1.env, tangram_city_v1.parallel_env])
def test_only_pictures_that_there_are(make):
    with pytest.raises(ValueError, match="render_mode must be one of ansi; not 'human'"):
        make(render_mode="human")
