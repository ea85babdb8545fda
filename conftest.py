"""Keep pytest from importing modules of the compiled core where it was not built."""

from __future__ import annotations

from baumeister import fast

collect_ignore_glob = [] if fast.compiled() else ["src/baumeister/fast/*/compiled.py"]
