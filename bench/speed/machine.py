"""The machine that was measured on, and its load."""

from __future__ import annotations

import os
import platform
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any


def machine() -> dict[str, Any]:
    cores = len(os.sched_getaffinity(0))
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "processor": f"{processor()}, {platform.machine()}, {cores} cores",
        "load": ", ".join(f"{load:.1f}" for load in os.getloadavg()),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
    }


def processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return platform.processor() or "unknown"
    name = re.search(r"model name\s*: (.*)", text)
    wide = "with AVX-512" if "avx512_vpopcntdq" in text else "without AVX-512"
    return f"{name[1] if name else 'unknown'} ({wide})"
