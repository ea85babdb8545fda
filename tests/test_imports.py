"""Every module can be imported, whether or not a test uses it."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import pytest

import baumeister
from baumeister import fast

NAMES = [each.name for each in pkgutil.walk_packages(baumeister.__path__, "baumeister.")]


def test_every_module_can_be_imported():
    """Warnings are errors here, too."""
    for name in NAMES:
        module = name.rpartition(".")[2]
        if module == "__main__" or (module == "compiled" and not fast.compiled()):
            continue
        try:
            import_module(name)
        except Exception as error:
            pytest.fail(f"{name}: {error!r}")
