"""The measured engines: ours and the peers that can be installed."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Peer:
    name: str  # in the table
    module: str  # speed.workers.MODULE
    environment: str  # .venv-bench-ENVIRONMENT
    starts: dict[str, str] = field(default_factory=dict)  # start-up tests: description → code
    variables: dict[str, str] = field(default_factory=dict)
    oldest: tuple[int, int] = (3, 11)
    kinds: tuple[str, ...] = ()  # empty: all it offers


# JAX (NPROC) and OpenMP read the number of threads from the environment.
ONE = {"NPROC": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
TWO = {"NPROC": "2", "OMP_NUM_THREADS": "2", "OPENBLAS_NUM_THREADS": "1", "BENCH_THREADS": "2"}

NATIVE = ("playouts", "search", "batches")

PEERS = (
    Peer(
        "Baumeister",
        "ours",
        "ours",
        {
            "Python alone": "pass",
            "import baumeister": "import baumeister",
            "… and one random game of Manhattan": (
                "from baumeister.fast import manhattan as m; m.Position(m.rules({}), 1).playout()"
            ),
        },
        ONE,
    ),
    Peer("Baumeister, x86-64-v2", "ours", "ours", {}, ONE | {"BAUMEISTER_ISA": "v2"}, kinds=NATIVE),
    Peer("Baumeister, x86-64-v3", "ours", "ours", {}, ONE | {"BAUMEISTER_ISA": "v3"}, kinds=NATIVE),
    Peer("Baumeister, readable engine", "readable", "ours", {}, ONE),
    Peer(
        "OpenSpiel",
        "openspiel",
        "openspiel",
        {
            "import pyspiel": "import pyspiel",
            "… and a new game of hearts": (
                "import pyspiel; pyspiel.load_game('hearts').new_initial_state()"
            ),
        },
        ONE,
    ),
    Peer(
        "fastcatan",
        "fastcatan",
        "fastcatan",
        {"import fastcatan": "import fastcatan"},
        ONE,
        (3, 12),
    ),
    Peer("fastcatan, 2 threads", "fastcatan", "fastcatan", {}, TWO, (3, 12)),
    Peer(
        "pgx",
        "pgx",
        "pgx",
        {
            "import pgx": "import pgx",
            "… and the first step of hex": (
                "import jax, pgx; e = pgx.make('hex'); s = jax.jit(e.init)(jax.random.PRNGKey(0));"
                "jax.jit(e.step)(s, 0).rewards.block_until_ready()"
            ),
        },
        ONE,
    ),
    Peer("pgx, 2 threads", "pgx", "pgx", {}, TWO),
    Peer(
        "PettingZoo",
        "pettingzoo",
        "pettingzoo",
        {"import connect_four_v3": "from pettingzoo.classic import connect_four_v3"},
        ONE,
    ),
)
