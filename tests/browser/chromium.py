"""Debian's headless Chromium, started so that it connects to nothing but the service under test."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import Browser, Playwright

from tests.debian import found, locked

QUIET = [
    "--no-sandbox",  # the tests may run as root
    "--disable-gpu",
    "--enable-unsafe-swiftshader",  # renders the skyline without a GPU
    "--default-tile-width=2048",  # one piece of a page instead of twenty to paint
    "--default-tile-height=2048",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def _program() -> Path | None:
    there = shutil.which("chromium-headless-shell")
    return Path(there) if there else None


def launched(playwright: Playwright, shared: Path) -> Browser:
    """Launch a browser; AbsentError if there is none."""
    with locked(shared):
        program = found(_program, "chromium-headless-shell")
    return playwright.chromium.launch(executable_path=program, args=QUIET)
