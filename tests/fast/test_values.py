"""Positions compare by value; batches pickle and copy; errors and docstrings of the core."""

from __future__ import annotations

import copy
import inspect
import pickle
from typing import Any

import pytest

from baumeister import fast
from baumeister.core.errors import BaumeisterError
from baumeister.fast import api, docstrings, manhattan, tangram_city
from baumeister.fast.errors import IllegalNumberError
from baumeister.fast.manhattan import plain as plain_manhattan

np = pytest.importorskip("numpy")
needs_core = pytest.mark.skipif(not fast.compiled(), reason="needs the compiled core")


def started(module: Any, seed: int = 3, players: int = 2) -> Any:
    position = module.Position(module.rules({"players": players}), seed)
    position.settle()
    return position


@pytest.mark.parametrize("module", [manhattan, tangram_city, plain_manhattan])
def test_positions_compare_by_value(module: Any) -> None:
    one, two = started(module), started(module)
    assert one == two
    assert len({one, two, pickle.loads(pickle.dumps(one))}) == 1
    two.reseed(99)  # generators are not part of the position
    assert one == two
    two.step(two.legal()[0])
    assert one != two
    assert one != started(module, players=3)
    assert one != "a position"


@needs_core
def test_the_order_of_building_does_not_matter() -> None:
    """A state has one value, by whatever moves it was reached."""
    position = started(manhattan)
    for _ in range(20):
        position.step(position.legal()[-1])
    assert manhattan.Position.of(position.rules, position.state()) == position


@needs_core
@pytest.mark.parametrize("module", [manhattan, tangram_city])
def test_batches_pickle_and_copy(module: Any) -> None:
    batch = module.Batch(module.rules({"players": 2}), 5, 7, reward="points", seat=1)
    actions = np.zeros(5, np.int64)
    batch.sample(actions)
    batch.step(actions)
    for other in (pickle.loads(pickle.dumps(batch)), batch.copy(), copy.deepcopy(batch)):
        assert (other.reward, other.seat, len(other)) == ("points", 1, 5)
        assert [bytes(each) for each in other] == [bytes(each) for each in batch]
        other.reset(1)
        assert bytes(other) != bytes(batch)
    damaged = bytearray(bytes(batch))
    size = len(damaged) // 5
    damaged[2 * size : 3 * size] = b"\xff" * size
    with pytest.raises(ValueError, match="position 2 of the batch: "):
        batch.restore(bytes(damaged))


@needs_core
def test_sample_takes_both_widths() -> None:
    drawn = []
    for kind in (np.int32, np.int64):
        actions = np.zeros(4, kind)
        manhattan.Batch(manhattan.rules(), 4, 1).sample(actions)
        drawn.append(actions.tolist())
    assert drawn[0] == drawn[1]
    with pytest.raises(BaumeisterError, match=r"int32 or int64 .* not .* of float64"):
        manhattan.Batch(manhattan.rules(), 4).sample(np.zeros(4))


@needs_core
def test_errors_of_a_batch_name_the_index() -> None:
    batch = manhattan.Batch(manhattan.rules({"players": 2}), 4)
    actions = np.zeros(4, np.int32)
    batch.sample(actions)
    actions[2] = 9999
    with pytest.raises(IllegalNumberError, match="position 2 of the batch: 9999 is not") as caught:
        batch.step(actions)
    assert caught.value.index == 2
    with pytest.raises(IndexError, match="there is no position 9: the batch has 4"):
        batch[9]
    with pytest.raises(ValueError, match="position 1 cannot be set"):
        batch[1] = started(manhattan, players=3)


@needs_core
def test_every_error_is_ours() -> None:
    position = started(manhattan)
    wrong: list[Any] = [
        lambda: manhattan.Position(None),
        lambda: manhattan.Position.from_bytes(position.rules, b"x"),
        lambda: manhattan.Batch(position.rules, 0),
        lambda: position.observe(9, np.zeros(912, np.float32)),
        lambda: position.mask([0]),
        position.search,
        lambda: position.search(nodes=1, evaluate=lambda _: None),
        lambda: position.search(nodes=1, evaluate=lambda _: [0.0, float("nan")]),
        position.weights,
        position.ranks,
        lambda: fast.search_many([position], lambda o, m: (o, m), nodes=1),
        lambda: manhattan.Batch(position.rules, 2)[5],
    ]
    for each in wrong:
        with pytest.raises(BaumeisterError):
            each()


@needs_core
@pytest.mark.parametrize("module", [manhattan, tangram_city])
def test_compiled_classes_are_documented(module: Any) -> None:
    for kind, like in ((module.Position, api.Position), (module.Batch, api.Batch)):
        assert inspect.getdoc(kind) == inspect.getdoc(like)
        for name, member in vars(like).items():
            if name.startswith("_") or name in {"of", "state"}:  # written in Python
                continue
            text = inspect.getdoc(getattr(kind, name)) or ""
            wanted = inspect.getdoc(member if isinstance(member, property) else getattr(like, name))
            assert (wanted or "?").splitlines()[0] in text, name
    signature = inspect.signature(module.Position.search)
    assert signature == inspect.signature(api.Position.search)
    assert (
        "observe(self, seat: int, out: WriteableBuffer) -> None" in module.Position.observe.__doc__
    )
    assert "inverse_temperature: float = 1.0" in docstrings.header()
