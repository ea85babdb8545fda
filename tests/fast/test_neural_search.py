"""Search with priors and values from outside, in batches (`fast.search_many`)."""

from __future__ import annotations

from typing import Any

import pytest

from baumeister import fast
from baumeister.fast import manhattan, tangram_city
from baumeister.fast.generator import Generator

np = pytest.importorskip("numpy")
pytestmark = pytest.mark.skipif(not fast.compiled(), reason="needs the compiled core")

TWO = manhattan.rules({"players": 2, "rounds": 1})


def started(rules: Any = TWO, seed: int = 3, steps: int = 0) -> Any:
    module = tangram_city if "Tangram" in type(rules).__name__ else manhattan
    position = module.Position(rules, seed)
    position.settle()
    for _ in range(steps):
        position.step(position.legal()[len(position.legal()) // 2])
    return position


def network(rules: Any, seed: int = 0, calls: list[int] | None = None) -> Any:
    """A random linear network, which sees the whole observation."""
    rng = np.random.default_rng(seed)
    policy = rng.normal(0, 0.2, (rules.observation, rules.actions)).astype(np.float32)
    value = rng.normal(0, 0.2, (rules.observation, rules.players)).astype(np.float32)

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        if calls is not None:
            calls.append(len(observations))
        logits = np.where(masks, observations @ policy, -np.inf)
        priors = np.exp(logits - logits.max(axis=1, keepdims=True))
        return priors / priors.sum(axis=1, keepdims=True), 1 / (1 + np.exp(-observations @ value))

    return evaluate


class Node:
    def __init__(self) -> None:
        self.visits = 0
        self.sums: Any = 0.0
        self.priors: dict[tuple[int, int], list[float]] = {}
        self.children: dict[tuple[int, int], Node] = {}


def plain_puct(root: Any, evaluate: Any, nodes: int, seed: int, c: float) -> dict[int, int]:
    """The visits of a search that evaluates leaf by leaf, written as in a textbook."""
    rules, seat, generator = root.rules, root.actor, Generator(seed).split(0)
    observations = np.zeros((1, rules.observation), np.float32)
    masks = np.zeros((1, rules.actions), bool)

    def expand(node: Node, position: Any) -> Any:
        actor = position.actor
        position.observe(actor, observations[0])
        position.mask(masks[0])
        priors, values = evaluate(observations, masks)
        for number in position.legal():
            node.priors.setdefault((actor, number), []).append(float(priors[0, number]))
        return np.roll(values[0].astype(float), actor)

    tree = Node()
    tree.sums = expand(tree, root)
    tree.visits = 1
    for made in range(nodes):
        position, path = root.determinize(seat, generator.split(made).key), [tree]
        while True:
            node, actor = path[-1], position.actor
            if actor < 0:
                won = np.array(position.ranks()) == 1
                value = won / won.sum()
                break
            edges = [(actor, number) for number in position.legal()]
            if not node.visits or any(edge not in node.priors for edge in edges):
                value = expand(node, position)
                break
            prior = {edge: float(np.mean(node.priors[edge])) for edge in edges}
            total = sum(prior.values())
            tried = {e: node.children[e].visits if e in node.children else 0 for e in edges}

            scale = c * (sum(tried.values()) + 1) ** 0.5 / total
            bounds = {}
            for edge in edges:
                child = node.children.get(edge, node)
                mean = child.sums[actor] / child.visits
                bounds[edge] = mean + scale * prior[edge] / (1 + tried[edge])
            best = max(edges, key=bounds.__getitem__)
            path.append(node.children.setdefault(best, Node()))
            position.step(best[1])
        for node in path:
            node.visits += 1
            node.sums = node.sums + value
    return {number: node.visits for (_, number), node in tree.children.items()}


@pytest.mark.parametrize(
    ("rules", "steps"),
    [
        (manhattan.rules({"players": 3, "rounds": 1, "choice": "open"}), 5),
        (manhattan.rules({"players": 2, "rounds": 1, "choice": "open"}), 2),
        (tangram_city.rules({"players": 2}), 0),
    ],
    ids=["manhattan, 3 players", "manhattan, 2 players", "tangram city"],
)
def test_one_leaf_at_a_time_is_plain_puct(rules: Any, steps: int) -> None:
    root = started(rules, steps=steps)
    evaluate = network(rules)
    found = root.search(evaluate=evaluate, batch=1, nodes=120, seed=5, exploration=0.8)
    wanted = plain_puct(root, evaluate, 120, 5, 0.8)
    assert {n: v for n, v in zip(found.numbers, found.visits, strict=True) if v} == wanted
    assert max(wanted.values()) > 2


def test_batches_are_filled_and_repeatable() -> None:
    positions = [started(seed=seed, steps=4) for seed in range(8)]
    calls: list[int] = []
    evaluate = network(TWO, calls=calls)
    found = fast.search_many(positions, evaluate, nodes=64, batch=32, seed=1)
    assert [sum(each.visits) for each in found] == [64] * 8
    assert [each.simulations for each in found] == [64] * 8
    assert calls[0] == 8  # the roots
    assert sum(calls[1:-1]) == 32 * len(calls[1:-1])
    assert found == fast.search_many(positions, evaluate, nodes=64, batch=32, seed=1, threads=2)
    assert found != fast.search_many(positions, evaluate, nodes=64, batch=32, seed=2)
    one = fast.search_many(positions[:1], evaluate, nodes=64, batch=32, seed=1)
    assert one == [positions[0].search(evaluate=evaluate, nodes=64, batch=32, seed=1)]
    assert one[0].best in positions[0].legal()
    assert 0 < one[0].root_values[0] < 1


def test_the_caller_may_own_the_arrays() -> None:
    observations = np.zeros((16, TWO.observation), np.float32)
    masks = np.zeros((16, TWO.actions), np.uint8)
    own = network(TWO)

    def evaluate(seen: Any, legal: Any) -> tuple[Any, Any]:
        assert seen.base is observations
        assert legal.base is masks
        return own(seen, legal.astype(bool))

    position = started(steps=4)
    found = position.search(evaluate=evaluate, nodes=32, batch=16, arrays=(observations, masks))
    assert found == position.search(evaluate=own, nodes=32, batch=16)


def test_priors_and_masks_matter() -> None:
    position = started(steps=4)
    wanted = position.legal()[7]

    def evaluate(_observations: Any, masks: Any) -> tuple[Any, Any]:
        priors = np.where(masks, 1e-3, 5.0)  # illegal actions are ignored
        priors[:, wanted] = 1.0
        assert masks.dtype == bool
        assert masks.any(axis=1).all()
        return priors, np.full(len(masks), 0.5)

    found = position.search(evaluate=evaluate, nodes=50, batch=8)
    assert found.best == wanted
    assert found.numbers == position.legal()
    among = position.legal()[:3]
    found = position.search(evaluate=evaluate, nodes=50, batch=8, among=among)
    visited = [n for n, v in zip(found.numbers, found.visits, strict=True) if v]
    assert visited == among


def test_the_core_takes_the_softmax_of_logits() -> None:
    position = started(steps=4)
    rng = np.random.default_rng(1)
    table = rng.normal(0, 2, TWO.actions)

    def logits(_observations: Any, masks: Any) -> tuple[Any, Any]:
        return np.tile(table, (len(masks), 1)), np.full(len(masks), 0.5)

    def priors(_observations: Any, masks: Any) -> tuple[Any, Any]:
        return np.exp(np.tile(table, (len(masks), 1))), np.full(len(masks), 0.5)

    one = position.search(evaluate=logits, logits=True, nodes=64, batch=8)
    two = position.search(evaluate=priors, nodes=64, batch=8)
    assert one.visits == two.visits
    with pytest.raises(ValueError, match="negative: pass logits=True"):
        position.search(evaluate=logits, nodes=64, batch=8)


def test_noise_spreads_the_visits_of_the_root() -> None:
    position = started(steps=4)
    evaluate = network(TWO)
    plain, noisy = (
        position.search(evaluate=evaluate, nodes=64, batch=8, noise=noise, alpha=1.0).visits
        for noise in (0.0, 1.0)
    )
    assert plain != noisy
    assert sum(map(bool, noisy)) > sum(map(bool, plain))


@pytest.mark.parametrize("choice", ["open", "secret"])
def test_the_search_knows_only_what_the_seat_knows(choice: str) -> None:
    """M7: positions that look the same to the seat get the same search."""
    rules = manhattan.rules({"players": 3, "rounds": 2, "choice": choice})
    for steps in (1, 8):
        position = started(rules, steps=steps)
        evaluate = network(rules)
        other = position.determinize(position.actor, 77)
        assert bytes(other)[: position.SIZE] != bytes(position)[: position.SIZE]
        one, two = (
            each.search(evaluate=evaluate, nodes=80, batch=8, seed=4) for each in (position, other)
        )
        assert one == two


def test_m6_secret_choices_of_others_follow_the_priors() -> None:
    """The others always choose the block of four floors, whatever the seat tries."""
    rules = manhattan.rules({"players": 3, "rounds": 9, "blocks": 1, "choice": "secret"})
    position = started(rules)
    fours = position.legal()[0]
    chosen: set[tuple[float, ...]] = set()

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        trays = observations[:, slice(*_field("trays"))].reshape(len(masks), 4, 4)[:, :3]
        priors = masks.astype(np.float32)
        if len(chosen):  # the root tries everything
            priors[:, fours] = 1e9
        chosen.update(tuple(sorted(tray[:, 3])) for tray in trays if tray.sum() == 3)
        chosen.add(())
        return priors, np.full((len(masks), 3), 0.5)

    found = position.search(evaluate=evaluate, nodes=60, batch=4)
    assert min(found.visits) > 0
    assert chosen == {(), (0, 1, 1), (1, 1, 1)}


def _field(name: str) -> tuple[int, int]:
    at = 0
    for field in manhattan.fields(TWO):
        length = int(np.prod(field.shape))
        if field.name == name:
            return at, at + length
        at += length
    raise KeyError(name)


def test_wrong_answers_are_named() -> None:
    position = started(steps=4)
    right = network(TWO)

    def answering(change: Any) -> Any:
        def evaluate(observations: Any, masks: Any) -> Any:
            return change(*right(observations, masks))

        return lambda: position.search(evaluate=evaluate, nodes=8, batch=4)

    wrong = {
        r"priors must have the shape \(1, 652\), not \(1, 651\)": lambda p, v: (p[:, :-1], v),
        r"values must have the shape \(1, 2\), not \(1, 3\)": lambda p, v: (p, np.ones((1, 3))),
        r"values of row 0: a value is not finite": lambda p, v: (p, v * np.nan),
        r"values of row 0: -0.9.* is not from 0 \(lost\) to 1 \(won\)$": lambda p, v: (
            p,
            v * 0 - 0.9,
        ),
        r"priors of row 0: a prior is not a finite number": lambda p, v: (p * np.nan, v),
        r"priors of row 0: a prior is negative": lambda p, v: (p - 1, v),
        r"priors of row 0: a prior is 0 for every legal action": lambda p, v: (p * 0, v),
    }
    for message, change in wrong.items():
        with pytest.raises(ValueError, match=message):
            answering(change)()
    with pytest.raises(TypeError, match=r"priors must be .* not NoneType"):
        answering(lambda _, v: (None, v))()
    with pytest.raises(ZeroDivisionError):
        answering(lambda p, v: 1 / 0)()
    assert answering(lambda p, v: (p.astype(float)[:, ::1], v[:, 0]))().simulations == 8


def test_positions_that_cannot_be_searched_are_named() -> None:
    over = started()
    over.playout()
    other = started(manhattan.rules({"players": 3}))
    with pytest.raises(ValueError, match="position 1: no player is to act"):
        fast.search_many([started(), over], network(TWO), nodes=4)
    with pytest.raises(ValueError, match="position 1 has other rules"):
        fast.search_many([started(), other], network(TWO), nodes=4)
    with pytest.raises(TypeError, match="position 1 is not a position of the same game"):
        fast.search_many([started(), None], network(TWO), nodes=4)
    with pytest.raises(ValueError, match="budget"):
        fast.search_many([started()], network(TWO))
    assert fast.search_many([], network(TWO), nodes=4) == []
