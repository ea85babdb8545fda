"""pgx: batched games in JAX, compiled for the CPU."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

from speed.worker import Offer, chosen, rate, serve

GAMES = {"hex 11×11": "hex", "go 9×9": "go_9x9", "backgammon": "backgammon", "chess": "chess"}
BEST = {"hex 11×11": 1024, "go 9×9": 256, "backgammon": 256, "chess": 64}
SIZES = (1, 16, 256, 4096)
STEPS = 16  # of a compiled loop


@cache
def compiled(name: str, size: int, steps: int) -> tuple[Callable[..., Any], Any]:
    """A compiled function for random steps of a batch, and its initial state."""
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, picking, chance = jax.random.split(key, 3)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(picking, logits, axis=-1)
        return (step(state, action, jax.random.split(chance, size)), key), None

    def many(carry: Any) -> Any:
        return one(carry, None)[0] if steps == 1 else jax.lax.scan(one, carry, None, steps)[0]

    key = jax.random.PRNGKey(0)
    begin = jax.jit(jax.vmap(env.init))(jax.random.split(key, size))
    run = jax.jit(many)
    jax.block_until_ready(run((begin, key)))  # compiles it
    return run, begin


def random_play(name: str, size: int, steps: int) -> Callable[[float, int], float]:
    def run(seconds: float, seed: int) -> float:
        step, begin = compiled(name, size, steps)
        carry = begin, jax.random.PRNGKey(seed)

        def some() -> int:
            nonlocal carry
            carry = step(carry)
            jax.block_until_ready(carry)
            return size * steps

        return rate(some, seconds)

    return run


def memory(name: str) -> Callable[[float, int], float]:
    def run(_: float, __: int) -> float:
        begin = jax.jit(pgx.make(name).init)(jax.random.PRNGKey(0))
        return float(sum(leaf.nbytes for leaf in jax.tree.leaves(begin)))

    return run


def offer() -> Offer:
    offered = Offer(chosen(["pgx", "jax", "jaxlib"]))
    two = os.environ.get("BENCH_THREADS") == "2"
    for what, name in GAMES.items():
        offered.add(
            "playouts", f"{what}, {BEST[what]} at once", random_play(name, BEST[what], STEPS)
        )
        if not two:
            offered.add("memory", what, memory(name))
    for size in (256,) if two else SIZES:
        offered.add("batches", f"hex 11×11, {size} at once", random_play("hex", size, 1))
    return offered


if __name__ == "__main__":
    serve(offer())
