"""Every module can be imported, whether or not a test uses it; public errors have one base."""

from __future__ import annotations

import inspect
import pkgutil
import subprocess
import sys
from importlib import import_module

import pytest

import baumeister
from baumeister import fast

NAMES = [each.name for each in pkgutil.walk_packages(baumeister.__path__, "baumeister.")]
INNER = ("baumeister.server.", "baumeister.cli.")
"""Layers whose own errors nobody else catches."""


def test_every_module_can_be_imported():
    """Warnings are errors here, too."""
    others = []
    for name in NAMES:
        module = name.rpartition(".")[2]
        if module == "__main__" or (module == "compiled" and not fast.compiled()):
            continue
        try:
            imported = import_module(name)
        except Exception as error:
            pytest.fail(f"{name}: {error!r}")
        if not name.startswith(INNER):
            others += [
                f"{name}.{each}"
                for each, found in inspect.getmembers(imported, inspect.isclass)
                if issubclass(found, Exception)
                and found.__module__ == name
                and not each.startswith("_")
                and not issubclass(found, baumeister.BaumeisterError)
            ]
    assert not others


LIGHT = """
import sys, baumeister
late = ("baumeister.records", "baumeister.explorer", "baumeister.games", "importlib.metadata")
assert not {*late} & {*sys.modules}, {*late} & {*sys.modules}
assert {*baumeister.__all__} <= {*dir(baumeister)}
for name in baumeister.__all__:
    getattr(baumeister, name)
assert "baumeister.records" in sys.modules
"""


def test_what_a_program_may_not_need_is_imported_late():
    subprocess.run([sys.executable, "-c", LIGHT], check=True)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        baumeister.nothing  # type: ignore[attr-defined]  # noqa: B018
