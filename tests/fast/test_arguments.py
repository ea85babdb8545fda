"""Invalid arguments of the compiled core: arrays, searches and rules."""

from __future__ import annotations

import pickle

import pytest

from baumeister.fast.errors import IllegalNumberError

from .samples import of_manhattan

np = pytest.importorskip("numpy")
pytest.importorskip("baumeister.fast._core", exc_type=ImportError)
compiled = pytest.importorskip("baumeister.fast.manhattan.compiled", exc_type=ImportError)
tangram_city = pytest.importorskip("baumeister.fast.tangram_city.compiled", exc_type=ImportError)


@pytest.fixture
def position():
    made = compiled.Position(compiled.rules({"players": 3}), 3)
    made.settle()
    return made


def test_arrays_of_the_wrong_type_are_named(position):
    with pytest.raises(TypeError, match=r"the observation must be .* float32 .* not .* of float64"):
        position.observe(0, np.zeros(position.rules.observation))
    with pytest.raises(TypeError, match=r"the mask must be .* uint8 or bool .* not list"):
        position.mask([0] * position.rules.actions)
    with pytest.raises(TypeError, match="writable"):
        position.mask(bytes(position.rules.actions))
    batch = compiled.Batch(position.rules, 4)
    actions = np.zeros(4, np.int32)
    batch.sample(actions)
    with pytest.raises(TypeError, match=r"rewards must be .* float32 .* of int64"):
        batch.step(actions, rewards=np.zeros((4, 3), np.int64))
    with pytest.raises(TypeError, match=r"actions must be .* int32 or int64 .* of float64"):
        batch.step(np.zeros(4))
    with pytest.raises(ValueError, match="rewards must have 12 elements, not 4"):
        batch.step(actions, rewards=np.zeros(4, np.float32))
    batch.step(actions.astype(np.int64))  # the default of most libraries


def test_flags_may_be_bool(position):
    flags, numbers = np.zeros(position.rules.actions, bool), position.legal()
    position.mask(flags)
    assert np.flatnonzero(flags).tolist() == numbers
    batch = compiled.Batch(position.rules, 4)
    masks, dones = np.zeros((4, position.rules.actions), bool), np.ones(4, bool)
    actions = np.zeros(4, np.int32)
    batch.sample(actions)
    batch.step(actions, masks=masks, dones=dones)
    assert not dones.any()
    assert np.flatnonzero(masks[2]).tolist() == batch[2].legal()


def test_rules_can_be_pickled_and_read(position):
    assert pickle.loads(pickle.dumps(position.rules)) is position.rules
    assert "players=3" in repr(position.rules)


def test_huge_numbers_are_refused(position):
    for number in (-1, 2**31, 2**40):
        with pytest.raises(IllegalNumberError, match=str(number)):
            position.step(number)


def test_the_first_illegal_number_of_a_batch_is_reported(position):
    batch = compiled.Batch(position.rules, 256)
    for threads in (1, 4):
        with pytest.raises(IllegalNumberError) as refused:
            batch.step(np.zeros(256, np.int32), threads=threads)
        assert refused.value.index == 0


@pytest.mark.parametrize("weight", [float("nan"), float("-inf")])
def test_a_policy_must_be_finite(position, weight):
    with pytest.raises(ValueError, match="61 weights"):
        position.search(nodes=10, policy=[weight] * 61)


@pytest.mark.parametrize("value", [None, [0.0], [0.0] * 4, ["a", "b", "c"], {}, 1.0], ids=str)
def test_evaluate_must_return_a_number_for_each_player(position, value):
    with pytest.raises(TypeError, match="a number for each player"):
        position.search(nodes=100, evaluate=lambda _: value)


def test_evaluate_replaces_playouts(position):
    asked = []

    def evaluate(leaf):
        asked.append(leaf)
        return np.full(3, 1 / 3, np.float32)

    assert position.search(nodes=50, evaluate=evaluate).simulations == len(asked) == 50
    with pytest.raises(ValueError, match="leaves nothing to evaluate"):
        position.search(nodes=50, leaf="game", evaluate=evaluate)


def test_options_of_another_game_are_refused():
    for wrong in (3, "players=3", tangram_city.rules({}).options):
        with pytest.raises(TypeError, match="options of manhattan must be a mapping"):
            compiled.rules(wrong)


def test_a_determinized_plain_position_has_another_generator():
    """M7: future chance is hidden too, as in the compiled core."""
    plain = of_manhattan(players=3).position()
    plain.settle()
    ended = set()
    for seed in range(3):
        guess = plain.determinize(0, seed)
        guess.playout()
        ended.add(tuple(guess.points()))
    assert len(ended) > 1
