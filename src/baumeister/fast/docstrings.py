"""The docstrings and signatures of the compiled classes, generated from `api`.

`tools/docs.py` writes `cpp/docs.hpp` with `header`, and a test keeps it current.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any, Final

from baumeister.fast import api

CLASSES: Final = {"rules": api.Rules, "position": api.Position, "batch": api.Batch}
"""By namespace: the protocol that a compiled class implements."""


class _Bare:
    """An annotation written without quotation marks."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def signature(function: Any) -> str:
    """The signature with its annotations, as in the source."""
    found = inspect.signature(function)
    each = [
        parameter.replace(annotation=_Bare(parameter.annotation))
        if isinstance(parameter.annotation, str)
        else parameter
        for parameter in found.parameters.values()
    ]
    result = found.return_annotation
    if isinstance(result, str):
        result = _Bare(result)
    return str(found.replace(parameters=each, return_annotation=result))


def header() -> str:
    """A header with the text of every method and property."""
    lines = [
        "// Docstrings and signatures of baumeister.fast.api, by tools/docs.py; do not edit.",
        "#pragma once",
    ]
    for name, kind in CLASSES.items():
        lines += ["", f"namespace baumeister::docs::{name} {{", ""]
        for member, text in _members(kind):
            lines.append(f'inline constexpr char {member}[] = R"--({text})--";')
        lines += ["", f"}}  // namespace baumeister::docs::{name}"]
    return "\n".join(lines) + "\n"


def _members(kind: type[Any]) -> Iterator[tuple[str, str]]:
    yield "self", inspect.cleandoc(kind.__doc__ or "")
    for name, value in vars(kind).items():
        if name.startswith("_") and name not in {"__init__", "__bytes__", "__getitem__"}:
            continue
        plain = name.strip("_")
        if isinstance(value, property):
            yield plain, inspect.getdoc(value) or ""
            continue
        function = getattr(value, "__func__", value)
        if not inspect.isfunction(function) or function.__module__ != kind.__module__:
            continue
        yield plain, inspect.getdoc(function) or ""
        if isinstance(value, classmethod):  # static in the compiled class
            function = getattr(kind, name)
        yield f"{plain}_sig", f"def {name}{signature(function)}"
