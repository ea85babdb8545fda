"""Small helpers on 32-bit words: counts, random choices, and work that is rarely needed."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.custom_batching import custom_vmap

T = TypeVar("T")
Function = TypeVar("Function", bound=Callable[..., Any])


def traced_once(function: Function) -> Function:
    """A function of rules and arrays whose equations are copied wherever a program uses it again:
    tracing large functions takes Python longer than compiling them.

    Rules that are constants of a program stay constants.
    """
    with_arrays = jax.jit(function, inline=True)
    with_constants: dict[bytes, Any] = {}

    @functools.wraps(function)
    def traced(rules: Any, *given: Any) -> Any:
        if not all(isinstance(each, np.ndarray | np.generic) for each in rules):
            return with_arrays(rules, *given)
        key = b"".join(each.tobytes() for each in rules)
        if key not in with_constants:
            with_constants[key] = jax.jit(functools.partial(function, rules), inline=True)
        return with_constants[key](*given)

    return cast("Function", traced)


def at(values: Array | Any, index: Array | Any) -> Array:
    """`values[index]`, for an index that is known to be inside."""
    return jnp.asarray(values).at[index].get(mode="promise_in_bounds")


def once(values: T) -> T:
    """The values, behind a barrier: XLA computes them here, and not wherever they are used."""
    return cast("T", lax.optimization_barrier(values))  # type: ignore[no-untyped-call]


def below(bits: Array, limit: Array | int) -> Array:
    """A number from 0 to limit − 1 from 32 random bits; the limit is below 2¹⁶."""
    limit = jnp.uint32(limit)
    low = ((bits & 0xFFFF) * limit) >> 16
    return (((bits >> 16) * limit + low) >> 16).astype(jnp.int32)


def mixed(bits: Array) -> Array:
    """The bits, well mixed (the finaliser of MurmurHash3)."""
    bits = bits.astype(jnp.uint32)
    bits = (bits ^ (bits >> 16)) * jnp.uint32(0x85EBCA6B)
    bits = (bits ^ (bits >> 13)) * jnp.uint32(0xC2B2AE35)
    return bits ^ (bits >> 16)


def words(bits: Array, count: int) -> tuple[Array, ...]:
    """Several random words from one."""
    return tuple(mixed(bits + jnp.uint32(0x9E3779B9 * (k + 1) & 0xFFFFFFFF)) for k in range(count))


def nth_bit(word: Array, n: Array) -> Array:
    """The index of the n-th bit that is set, from 0."""
    index = jnp.uint32(0)
    n = n.astype(jnp.uint32)
    for width in (16, 8, 4, 2, 1):
        low = lax.population_count((word >> index) & jnp.uint32((1 << width) - 1))
        higher = n >= low
        n = n - jnp.where(higher, low, 0)
        index = index + jnp.where(higher, jnp.uint32(width), 0)
    return index.astype(jnp.int32)


def random_bit(bits: Array, sets: Sequence[Array]) -> tuple[Array, Array, Array]:
    """A random member of several sets of bits, all equally likely: which set, which bit, and how
    many there are in all. Without members the answer is 0, 0."""
    counts = [lax.population_count(each) for each in sets]
    total = sum(counts, jnp.uint32(0))
    n = below(bits, total).astype(jnp.uint32)
    which, before, chosen = jnp.int32(0), jnp.uint32(0), sets[0]
    upto = counts[0]
    for index in range(1, len(sets)):
        later = n >= upto
        which = jnp.where(later, index, which)
        before = jnp.where(later, upto, before)
        chosen = jnp.where(later, sets[index], chosen)
        upto = upto + counts[index]
    return which, jnp.where(total == 0, 0, nth_bit(chosen, n - before)), total


def select(condition: Array, then: T, otherwise: T) -> T:
    """One of two trees of arrays."""

    def one(a: Array, b: Array) -> Array:
        return jnp.where(condition, a, b)

    return cast("T", jax.tree.map(one, then, otherwise))


def rarely(condition: Array, change: Callable[..., T], value: T, *given: Any) -> T:
    """`change(value, *given)` where the condition holds, otherwise `value`.

    In a batch the change is computed only if the condition holds for at least one position; games
    that run in step, as all of one set of options do, pay for scoring once a round. The change must
    use nothing but its arguments.
    """

    @custom_vmap
    def single(condition: Array, value: Any, given: Any) -> Any:
        return lax.cond(condition, lambda v, g: change(v, *g), lambda v, _: v, value, given)

    @single.def_vmap
    def batched(size: int, in_batch: Any, conditions: Array, values: Any, given: Any) -> Any:
        axes = jax.tree.map(lambda yes: 0 if yes else None, in_batch)

        def changed(conditions: Array, values: Any, given: Any) -> Any:
            def one(condition: Array, value: Any, given: Any) -> Any:
                return select(condition, change(value, *given), value)

            found = jax.vmap(one, axes, axis_size=size)(conditions, values, given)
            return once(found)  # or XLA computes it always, and then selects

        def same(_: Array, values: Any, __: Any) -> Any:
            return jax.vmap(lambda v: v, axes[1:2], axis_size=size)(values)

        found = lax.cond(jnp.any(conditions), changed, same, conditions, values, given)
        return found, jax.tree.map(lambda _: True, values)

    return cast("T", single(condition, value, given))
