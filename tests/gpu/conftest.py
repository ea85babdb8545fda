"""Compiled programs are kept for the next run: the tests spend most of their time compiling."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

if find_spec("jax"):
    import jax

    KEPT = Path(__file__).resolve().parents[2] / ".pytest_cache" / "jax"
    jax.config.update("jax_compilation_cache_dir", str(KEPT))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.05)  # also small ones
