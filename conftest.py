"""Keep pytest from importing modules whose requirements are missing."""

from __future__ import annotations

from importlib.util import find_spec

from baumeister import fast

collect_ignore_glob = [] if fast.compiled() else ["src/baumeister/fast/*/compiled.py"]
if not find_spec("torch"):
    collect_ignore_glob += ["docs/tutorials/alphazero.py", "docs/examples/own_bot.py"]
