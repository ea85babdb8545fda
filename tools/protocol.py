"""The messages of the service as JSON Schema, from the classes that read and write them."""

from __future__ import annotations

import ast
import inspect
import textwrap
from itertools import pairwise
from typing import Any

import msgspec

from baumeister.server.app import openapi_document
from baumeister.server.tables.commands import AnyCommand, NewTable
from baumeister.server.tables.notes import AnyNote
from baumeister.server.tables.pace import Pace
from baumeister.server.wire import messages as m
from baumeister.server.wire import payloads as b
from baumeister.server.wire.analysis import Analysis, Hinted, Judged
from baumeister.server.wire.catalogue import GameInfo

JSON = dict[str, Any]

UNIONS: dict[str, Any] = {
    "AnyRequest": m.AnyRequest,
    "AnyMessage": m.AnyMessage,
    "AnyCommand": AnyCommand,
    "AnyView": m.AnyView,
    "AnyPreview": m.AnyPreview,
    "AnyNote": AnyNote,
    "Pace": Pace,
}
BODIES = [
    *(NewTable, GameInfo, m.Problem),
    *(b.Health, b.Options, b.NewPerson, b.Person, b.Mute, b.Credentials, b.TableSummary),
    *(b.NewPasskey, b.PasskeyLogin, b.Passkey),
    *(b.NewTableInfo, b.CommandBody, b.CommandDone, b.Position, b.RoundScored),
    *(b.ReplayBody, b.Replayed, b.PracticeBody, b.Practised),
    *(b.AnalysisBody, Analysis, b.JudgementBody, Judged, Hinted),
]


def protocol_schema() -> JSON:
    """Both directions of the socket at the top; every other shape by its name in $defs."""
    types = [*UNIONS.values(), *BODIES]
    found, components = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    unions = dict(zip(UNIONS, found, strict=False))
    parts = {name: part["anyOf"] for name, part in unions.items()}
    describe(components)
    names = {name: _plain(part, parts) for name, part in components.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Baumeister: messages of the service",
        "description": "A text of the socket is one AnyRequest (to the service) or one AnyMessage"
        " (from it). The other names are parts of these and the bodies of the HTTP interface."
        " Readers ignore fields they do not know: later versions may add some.",
        "anyOf": [{"$ref": "#/$defs/AnyRequest"}, {"$ref": "#/$defs/AnyMessage"}],
        "$defs": {name: {"anyOf": part} for name, part in parts.items()} | names,
    }


def openapi() -> JSON:
    document = openapi_document()
    describe(document["components"]["schemas"])
    return document


def describe(components: JSON) -> None:
    """Add the texts that stand in the code under classes and their fields."""
    classes = _classes()
    for name, component in components.items():
        if name not in classes:
            continue
        text = component.get("description") or classes[name].__doc__
        if text:
            component["description"] = " ".join(text.split())
        for field, said in _texts(classes[name]).items():
            if field in component.get("properties", {}):
                part = component["properties"][field]
                part.setdefault("description", " ".join(said.split()))


def _classes() -> dict[str, type]:
    """Every message class by its name."""
    found: dict[str, type] = {}
    waiting: list[type] = [msgspec.Struct]
    while waiting:
        for each in waiting.pop().__subclasses__():
            if each.__module__.startswith("baumeister.server."):
                if each.__module__ != "baumeister.server.tables.events":
                    found[each.__name__] = each
                waiting.append(each)
    return found


def _texts(of: type) -> dict[str, str]:
    """By field, the text that stands under it in the class or its bases."""
    found: dict[str, str] = {}
    for each in reversed(of.__mro__):
        if not each.__module__.startswith("baumeister.server."):
            continue
        tree = ast.parse(textwrap.dedent(inspect.getsource(each))).body[0]
        body = tree.body if isinstance(tree, ast.ClassDef) else []
        for before, after in pairwise(body):
            match before, after:
                case (
                    ast.AnnAssign(target=ast.Name(id=name)),
                    ast.Expr(value=ast.Constant(value=str(text))),
                ):
                    found[name] = text
    return found


def _plain(part: Any, unions: dict[str, list[Any]]) -> Any:
    """Unions by their names, constants as such; `discriminator` belongs to OpenAPI."""
    if isinstance(part, list):
        return [_plain(each, unions) for each in part]
    if not isinstance(part, dict):
        return part
    part = {key: value for key, value in part.items() if key != "discriminator"}
    for name, union in unions.items():
        if part.get("anyOf") == union:
            del part["anyOf"]
            part["$ref"] = f"#/$defs/{name}"
    if isinstance(part.get("enum"), list) and len(part["enum"]) == 1:
        part["const"] = part.pop("enum")[0]
    return {key: _plain(value, unions) for key, value in part.items()}
