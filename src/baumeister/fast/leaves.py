"""Search with a neural network: leaves of many trees are evaluated in one batch."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from baumeister.fast.api import SearchResult
from baumeister.fast.errors import ArgumentError, NoCoreError

Evaluate = Callable[[Any, Any], tuple[Any, Any]]
"""A function `f(observations, masks) -> (priors, values)`; see `search_many`."""

KINDS: Final[dict[type[Any], Any]] = {}
"""By class of a compiled position: the core's class that searches many of them."""

_UNLIMITED: Final = 2**62


def search_many(
    positions: Iterable[Any],
    evaluate: Evaluate,
    *,
    nodes: int = 0,
    seconds: float = 0.0,
    batch: int = 256,
    seed: int = 0,
    exploration: float = 0.5,
    among: Sequence[int] = (),
    open_cards: bool = False,
    noise: float = 0.0,
    alpha: float = 0.3,
    logits: bool = False,
    threads: int = 1,
    arrays: tuple[Any, Any] | None = None,
) -> list[SearchResult]:
    """Search the decision of the player to act in each position. Compiled core only.

    Information-set MCTS with PUCT. `evaluate(observations, masks)` is called once for up to `batch`
    leaves, collected from all trees; each row is the observation and the legal actions of the
    player to act there, in a determinization that the searching player cannot distinguish from the
    position. It returns two arrays of any library (PyTorch tensors are moved to the CPU):

    - priors, by row and action number: not negative; those of illegal actions are ignored and the
      others normalised. With `logits` they are logits, and the core takes their softmax.
    - values, by row and player: from 0, lost, to 1, won; players are counted from the one to act,
      as in the observation. With one or two players the value of the player to act is enough.

    `nodes` is the number of simulations for each position, and `seconds` a limit for all.
    `exploration` is the constant of PUCT; `among` restricts the decisions; `open_cards` searches
    the positions as they are, without resampling hidden cards. `noise` is the share of
    Dirichlet(`alpha`) noise in the root's priors, for self-play. `threads` collect the leaves.

    The arrays passed to `evaluate` are reused by the next call: NumPy arrays of float32 and bool,
    or the first rows of `arrays`, which the caller owns (`batch` × `rules.observation` of float32,
    `batch` × `rules.actions` of uint8 or bool), such as pinned tensors. The results depend only on
    what the players to act know, `seed`, `batch` and the number of positions.
    """
    if (nodes, seconds) == (0, 0) or nodes < 0 or not seconds >= 0:
        raise ArgumentError("a search needs a budget: nodes above 0, or seconds above 0")
    end = time.monotonic() + seconds
    roots = list(positions)
    kind = KINDS.get(type(roots[0])) if roots else None
    if kind is None:
        if roots:
            raise NoCoreError("searches")
        return []
    observations, masks = arrays or (None, None)
    settings = (
        seed,
        exploration,
        list(among),
        open_cards,
        noise,
        alpha,
        logits,
        observations,
        masks,
    )
    search = kind(roots, nodes or _UNLIMITED, batch, *settings)
    observations, masks = arrays or search.arrays()
    while not (seconds and time.monotonic() >= end) and (found := search.gather(threads)):
        try:
            priors, values = evaluate(observations[:found], masks[:found])
        except (TypeError, ValueError) as error:
            error.add_note("evaluate must return two arrays: priors and values")
            raise
        search.answer(_on_cpu(priors), _on_cpu(values), threads)
    return [SearchResult(*result) for result in search.results()]


def _on_cpu(array: Any) -> Any:
    """A PyTorch tensor without its gradient and on the CPU; any other array as it is."""
    return array.detach().cpu() if hasattr(array, "detach") else array
