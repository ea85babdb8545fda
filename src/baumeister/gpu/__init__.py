"""The games as JAX functions over many positions at once, on a GPU or a CPU.

`make` gives an environment with the interface of pgx. The extra `gpu` brings JAX.

>>> import jax
>>> from baumeister import gpu
>>> env = gpu.make("tangram-city", {"players": 2})
>>> keys = jax.random.split(jax.random.key(1), 4)
>>> states = jax.jit(jax.vmap(env.init))(keys)
>>> states.legal_action_mask.shape
(4, 1378)
"""

from baumeister.gpu.env import Engine, Env, State, make

__all__ = ["Engine", "Env", "State", "make"]
