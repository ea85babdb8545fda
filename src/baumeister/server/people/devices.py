"""Names of devices, from what browsers say about themselves."""

from __future__ import annotations

import re
from typing import Final

BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
"""The first mark that is found counts: most browsers also name those they descend from."""
SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)
PROGRAM: Final = re.compile(r"[A-Za-z][A-Za-z0-9._-]{1,30}(?=/)")


def device_of(user_agent: str) -> str:
    """Browser and system, such as "Firefox, Android"; the name of a program; or nothing.

    Versions are left out: they are not needed to recognise a device, and would help to track it.
    """
    browser = next((name for mark, name in BROWSERS if mark in user_agent), "")
    system = next((name for mark, name in SYSTEMS if mark in user_agent), "")
    if browser or system:
        return ", ".join(filter(None, (browser, system)))
    program = PROGRAM.match(user_agent)
    return program[0] if program else ""
