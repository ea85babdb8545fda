"""Moves a second of the JAX engines, beside pgx, in one run.

Run it where JAX sees the device, with pgx installed:

    python bench/gpu.py [--games 4194304] [--json FILE]

Every line is the best of three runs of whole random games, all games in step. `random` draws a
legal move and plays it; `observations` also writes observation and mask of the player to decide;
`pgx` is the common loop of pgx: `env.step`, and an action drawn from `legal_action_mask`.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp

from baumeister import gpu
from baumeister.gpu.bits import mixed

EVERY_RULE = {"urban": True, "variants": ["godzilla", "anti-trust", "progressive"]}
GAMES: list[tuple[str, str, dict[str, Any], int]] = [
    ("Manhattan, 4 players, base rules", "manhattan", {}, 112),
    ("Manhattan, 4 players, every rule", "manhattan", EVERY_RULE, 112),
    ("Manhattan, 2 players", "manhattan", {"players": 2}, 120),
    ("Tangram City alone", "tangram-city", {"players": 1}, 30),
]


def timed(run: Callable[[Any], Any], start: Callable[[int], Any]) -> float:
    """The seconds of the best of three runs, after one that compiles."""
    jax.block_until_ready(run(start(0)))
    best = float("inf")
    for seed in range(1, 4):
        given = jax.block_until_ready(start(seed))
        began = time.perf_counter()
        jax.block_until_ready(run(given))
        best = min(best, time.perf_counter() - began)
    return best


def random_play(game: str, options: dict[str, Any], games: int, moves: int, seen: bool) -> float:
    env = gpu.make(game, options)
    engine, rules = env.engine, env.rules
    index = jnp.arange(games, dtype=jnp.uint32)

    @jax.jit
    def start(seed: Any) -> Any:
        return jax.vmap(lambda bits: engine.new_game(rules, bits))(mixed(index * 7919 + seed))

    def move(position: Any, bits: Any) -> Any:
        number = engine.random_action(rules, position, bits)
        after = engine.step(rules, position, number, bits ^ jnp.uint32(0x5BD1E995))
        if not seen:
            return after, None
        seat = jnp.maximum(engine.actor(rules, after), 0)
        return after, (engine.observe(rules, after, seat), engine.mask(rules, after))

    @jax.jit
    def run(positions: Any) -> Any:
        def one(k: Any, carried: Any) -> Any:
            return jax.vmap(move)(carried[0], mixed(index + mixed(jnp.uint32(k))))

        first = jax.eval_shape(lambda p: jax.vmap(move)(p, index), positions)[1]
        empty = jax.tree.map(lambda each: jnp.zeros(each.shape, each.dtype), first)
        return jax.lax.fori_loop(0, moves, one, (positions, empty))

    return games * moves / timed(run, lambda seed: start(jnp.uint32(seed)))


def pgx_play(env: Any, games: int, moves: int) -> float:
    """The loop that programs for pgx use; finished games start again."""
    from pgx.experimental.wrappers import auto_reset

    step = jax.vmap(auto_reset(env.step, env.init))
    init = jax.jit(jax.vmap(env.init))

    @jax.jit
    def run(given: Any) -> Any:
        def one(_: Any, carried: Any) -> Any:
            states, key = carried
            key, first, second = jax.random.split(key, 3)
            logits = jnp.log(states.legal_action_mask.astype(jnp.float32))
            actions = jax.random.categorical(first, logits, axis=-1)
            return step(states, actions, jax.random.split(second, games)), key

        return jax.lax.fori_loop(0, moves, one, given)

    def start(seed: int) -> Any:
        key = jax.random.key(seed)
        return init(jax.random.split(key, games)), key

    return games * moves / timed(run, start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1 << 22, help="games at once")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    asked = parser.parse_args()
    few = max(asked.games >> 5, 1)
    figures: dict[str, float] = {}

    def measure(name: str, speed: Callable[[], float]) -> None:
        try:
            figures[name] = speed()
        except ModuleNotFoundError as missing:
            print(f"{name}: not measured, {missing}", flush=True)
            return
        print(f"{name:<55}{figures[name] / 1e6:12.1f} M moves/s", flush=True)

    print(f"{jax.devices()[0].device_kind}, JAX {jax.__version__}, {asked.games} games at once")
    for title, game, options, moves in GAMES:
        measure(
            f"{title}: random",
            lambda g=game, o=options, m=moves: random_play(g, o, asked.games, m, False),
        )
        measure(
            f"{title}: observations",
            lambda g=game, o=options, m=moves: random_play(g, o, few * 2, m, True),
        )
    measure(
        "Manhattan, 4 players, base rules: pgx", lambda: pgx_play(gpu.make("manhattan"), few, 100)
    )

    def peer(name: str) -> float:
        import pgx

        return pgx_play(pgx.make(name), few, 100)

    for name in ("backgammon", "go_19x19"):
        measure(f"pgx {name}: pgx", lambda name=name: peer(name))
    base = figures.get("pgx backgammon: pgx")
    if base:
        for name, speed in figures.items():
            print(f"{name:<55}{speed / base:8.1f} × pgx backgammon")
    if asked.json:
        asked.json.write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
