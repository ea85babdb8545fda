"""What pytest leaves alone: without the compiled core its modules cannot be imported."""

from __future__ import annotations

from baumeister import fast

collect_ignore_glob = [] if fast.compiled() else ["src/baumeister/fast/*/compiled.py"]
