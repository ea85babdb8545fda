"""PettingZoo's own tests, and properties they do not check."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test
from pettingzoo.test.seed_test import parallel_seed_test

from baumeister.core.errors import IllegalError
from baumeister.envs.episode import Episode
from baumeister.envs.pettingzoo import manhattan_v1, tangram_city_v1
from baumeister.fast import compiled
from tests.fast.samples import SAMPLES, swept

from .walks import legal_number, play_aec, play_parallel

MODULES = {"manhattan": manhattan_v1, "tangram-city": tangram_city_v1}
TANGRAM_CITY = [sample for sample in SAMPLES if sample.game.id == "tangram-city"]

# PettingZoo's test expects masks only in the observations of its own environments and warns about
# them in all others.
pytestmark = [
    pytest.mark.filterwarnings(f"ignore:{text}")
    for text in (
        "Observation space for each agent probably should be",
        "Observation is not a NumPy array",
        "Action mask numpy array is all zeros",  # for agents whose game is over
    )
]


@pytest.mark.parametrize("sample", swept(SAMPLES), ids=str)
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
    """The test samples actions without the mask."""
    parallel_seed_test(partial(tangram_city_v1.parallel_env, illegal="random"))


def test_max_cycles():
    """This test ignores the mask, too."""
    max_cycles_test(
        SimpleNamespace(
            env=partial(tangram_city_v1.env, illegal="random"),
            parallel_env=partial(tangram_city_v1.parallel_env, illegal="random"),
        )
    )


@pytest.mark.slow
@pytest.mark.parametrize("sample", swept(SAMPLES), ids=str)
def test_api_over_many_games(sample):
    env = MODULES[sample.game.id].env(**sample.given)
    for _ in range(20):
        api_test(env, num_cycles=200)
        seed_test(partial(MODULES[sample.game.id].env, **sample.given))


@pytest.mark.parametrize("sample", swept(SAMPLES), ids=str)
def test_rewards_add_up_to_the_points(sample):
    """M3.4, T5.3: rewards add up to the points, less those at the start."""
    env = MODULES[sample.game.id].env(**sample.given, reward="points")
    env.reset(seed=4)
    begun = env.unwrapped._episode.position.points()
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent, _, _ in play_aec(env, seed=4):
        earned[agent] += env.last(observe=False)[1]
    points = env.unwrapped._episode.position.points()
    assert [
        before + gained for before, gained in zip(begun, earned.values(), strict=True)
    ] == points


@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_win_reward_is_zero_sum_and_comes_at_the_end(module):
    env = module.env(players=3)
    earned = {}
    for agent, _, action in play_aec(env, seed=1):
        if action is None:
            earned[agent] = env.last(observe=False)[1]
        else:
            assert not any(env.rewards.values())
    ranks = env.unwrapped._episode.position.ranks()
    assert sum(earned.values()) == pytest.approx(0)
    assert [value > 0 for value in earned.values()] == [rank == 1 for rank in ranks]


@pytest.mark.skipif(not compiled(), reason="needs the compiled core")
@pytest.mark.parametrize("sample", SAMPLES[::2], ids=str)
def test_compiled_core_and_readable_engine_play_the_same_game(sample):
    """Agents, observations and actions are equal for the same seed."""
    quick, plain = (MODULES[sample.game.id].raw_env(**sample.given) for _ in range(2))
    engine = {"rules": sample.plain.rules, "Position": sample.plain.Position}
    readable = SimpleNamespace(**{**vars(plain._episode.positions), **engine})
    plain._episode = Episode(readable, sample.given, None, "raise")
    for here, there in zip(play_aec(quick, seed=6), play_aec(plain, seed=6), strict=True):
        np.testing.assert_equal(here, there)


def test_solo_games_have_no_win_reward():
    with pytest.raises(ValueError, match="reward must be one of points"):
        tangram_city_v1.env(players=1, reward="win")


def test_illegal_action_ends_the_game():
    """As in PettingZoo's own games: -1 for the agent, 0 for the others."""
    env = manhattan_v1.env(players=3)
    env.reset(seed=0)
    agent = env.agent_selection
    env.step(0)  # building before choosing blocks is illegal
    assert env.rewards == {each: -1.0 if each == agent else 0.0 for each in env.agents}
    assert all(env.terminations.values())
    assert env.infos[agent] == {"illegal": 0}
    assert not env.observe(agent)["action_mask"].any()
    raised = manhattan_v1.raw_env(players=3, illegal="raise")
    raised.reset(seed=0)
    with pytest.raises(IllegalError):
        raised.step(0)


def test_illegal_parallel_action_punishes_only_its_agent():
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
def test_parallel_and_aec_play_the_same_game(sample):
    """T2.2, T2.5: simultaneous decisions have the same result as decisions in turn."""
    parallel = tangram_city_v1.parallel_env(**sample.given, reward="points")
    aec = tangram_city_v1.env(**sample.given, reward="points")
    given = {agent: [] for agent in parallel.possible_agents}
    steps = 0
    for _, actions, _ in play_parallel(parallel, seed=8):
        steps += 1
        for agent, action in actions.items():
            given[agent].append(action)
    assert steps == 29 + sample.options.printed_field
    aec.reset(seed=8)
    for agent in aec.agent_iter():
        aec.step(given[agent].pop(0) if given[agent] else None)
    ended = parallel._episode.position, aec.unwrapped._episode.position
    assert ended[0].points() == ended[1].points()
    assert ended[0].state() == ended[1].state()


def test_last_round_hides_decisions_of_others():
    """T2.5: the four steps of the last round are revealed together."""
    env = tangram_city_v1.parallel_env(players=3)
    whole = [actions for _, actions, _ in play_parallel(env, seed=5)]

    def ending(seed):
        """What player_0 sees in the last round if the others act at random."""
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
def test_render_aec(module):
    """In the middle of a composite action, the position before it is rendered."""
    env = module.env(players=2, render_mode="ansi")
    for number, (agent, _, action) in enumerate(play_aec(env, seed=2)):
        if number % 9 == 1 or action is None:
            text = env.render()
            assert agent in text
            assert action is None or "Your" in text or "Side a" in text
    assert module.raw_env().render() is None
    env.close()


def test_render_parallel():
    env = tangram_city_v1.parallel_env(render_mode="ansi")
    env.reset(seed=2)
    assert "Side a" in env.render()
    env = tangram_city_v1.parallel_env(render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().shape[2] == 3


def test_invalid_parallel_actions_change_nothing():
    """After an error no agent has acted."""
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
def test_unknown_render_mode(make):
    with pytest.raises(ValueError, match="render_mode must be one of ansi, rgb_array; not 'human'"):
        make(render_mode="human")
