"""The JSON Schema of the service's messages, from the classes that encode and decode them."""

from __future__ import annotations

import ast
import inspect
import textwrap
from itertools import pairwise
from typing import Any

import msgspec

from baumeister.core.registry import find, games, plugin
from baumeister.server.app import openapi_document
from baumeister.server.tables.commands import AnyCommand, NewTable
from baumeister.server.tables.folding.notes import AnyNote
from baumeister.server.tables.pace import Pace
from baumeister.server.wire import messages as m
from baumeister.server.wire import requests as r
from baumeister.server.wire.games import wire_of
from baumeister.server.wire.info import GameInfo, GuideSection
from baumeister.server.wire.payloads import accounts as a
from baumeister.server.wire.payloads import designs as d
from baumeister.server.wire.payloads import operating as o
from baumeister.server.wire.payloads import play as b
from baumeister.server.wire.payloads import puzzles, study
from baumeister.server.wire.payloads.analysis import Analysis, Hinted, Judged
from baumeister.server.wire.payloads.explorer import Explored, ExplorerBody
from baumeister.server.wire.plain import PlainView

JSON = dict[str, Any]
NULL: JSON = {"type": "null"}

UNIONS: dict[str, Any] = {
    "AnyRequest": r.AnyRequest,
    "AnyMessage": m.AnyMessage,
    "AnyCommand": AnyCommand,
    "AnyView": m.AnyView,
    "AnyPreview": m.AnyPreview,
    "AnyScored": m.AnyScored,
    "AnyNote": AnyNote,
    "Pace": Pace,
}
BODIES = [
    *(NewTable, GameInfo, GuideSection, m.Problem, PlainView),
    *(b.Health, b.Options, a.NewPerson, a.Person, a.Mute, a.Credentials, b.TableSummary),
    *(a.PasswordChange, a.SessionInfo),
    *(a.NewPasskey, a.PasskeyLogin, a.Passkey, a.Network, a.NetworkChoice, a.Move),
    *(a.Mail, a.MailAddress, a.MailToken),
    *(b.NewTableInfo, b.CommandBody, b.CommandDone, b.Position, b.RoundScored),
    *(b.ReplayBody, b.Replayed, b.PracticeBody, b.Practised),
    *(puzzles.PuzzlesToday, puzzles.PuzzleList, puzzles.PuzzleShown, puzzles.PuzzleTried),
    *(puzzles.DayPlayed, puzzles.BoardLine, puzzles.TrainerState),
    *(o.Overview, o.OperatedTable, o.BanInfo, o.NewBan, o.LiftedBan),
    *(d.DesignBody, d.CompletionBody, d.NewDesign, d.DesignInfo, d.SavedDesign),
    *(b.AnalysisBody, Analysis, b.JudgementBody, Judged, Hinted),
    *(study.PositionBody, study.ExploredPosition, study.EvaluationBody, study.Evaluated),
    *(study.DraftBody, study.DraftedPosition),
    *(study.StudyBody, study.StudySummary, study.SavedStudy),
    *(ExplorerBody, Explored),
]


def game_types(game_id: str) -> list[Any]:
    """The types that a game adds to the protocol."""
    wire = wire_of(find(game_id))
    types = [wire.View, wire.Preview, wire.Scored, wire.Info]
    editor = plugin(game_id).load("editor")
    if editor is not None:
        types += [editor.Report, editor.Completion]
    drafts = plugin(game_id).load("drafts")
    if drafts is not None:
        types.append(drafts.Draft)
    return [each for each in types if each is not None]


def common_names() -> list[str]:
    """The names in $defs of the unions and bodies that know no game."""
    return [*UNIONS, *(each.__name__ for each in BODIES)]


def names_of(types: list[Any]) -> set[str]:
    """The names in $defs that these types are made of."""
    return set(msgspec.json.schema_components(types)[1])


def protocol_schema() -> JSON:
    """The schema of both directions of the socket; every type is in $defs under its name."""
    types = [*UNIONS.values(), *BODIES, *(each for game in games() for each in game_types(game))]
    found, components = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    unions = dict(zip(UNIONS, found, strict=False))
    parts = {name: part["anyOf"] for name, part in unions.items()}
    describe(components)
    names = {name: _plain(part, parts) for name, part in components.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Baumeister: messages of the service",
        "description": "A text frame of the socket is one AnyRequest (to the service) or one"
        " AnyMessage (from it). The other types are parts of these and the bodies of the HTTP"
        " interface. Ignore unknown fields: later versions may add some.",
        "anyOf": [{"$ref": "#/$defs/AnyRequest"}, {"$ref": "#/$defs/AnyMessage"}],
        "$defs": {name: {"anyOf": part} for name, part in parts.items()} | names,
    }


def openapi() -> JSON:
    document = openapi_document()
    describe(document["components"]["schemas"])
    return document


def describe(components: JSON) -> None:
    """Add the docstrings of classes and fields as descriptions."""
    classes = _classes()
    for name, component in components.items():
        if name not in classes:
            continue
        doc = component.get("description") or classes[name].__doc__
        if doc:
            component["description"] = " ".join(doc.split())
        for field, text in _field_docs(classes[name]).items():
            if field in component.get("properties", {}):
                part = component["properties"][field]
                part.setdefault("description", " ".join(text.split()))


def _classes() -> dict[str, type]:
    """Every message class by name; stored events are not messages."""
    found: dict[str, type] = {}
    waiting: list[type] = [msgspec.Struct]
    while waiting:
        for each in waiting.pop().__subclasses__():
            if each.__module__.startswith("baumeister.server."):
                if each.__module__ != "baumeister.server.tables.events":
                    found[each.__name__] = each
                waiting.append(each)
    return found


def _field_docs(of: type) -> dict[str, str]:
    """The docstring below each field of the class or its bases."""
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
    """Refer to unions by name, use `const` for constants, drop OpenAPI's `discriminator`."""
    if isinstance(part, list):
        return [_plain(each, unions) for each in part]
    if not isinstance(part, dict):
        return part
    part = {key: value for key, value in part.items() if key != "discriminator"}
    for name, union in unions.items():
        reference = {"$ref": f"#/$defs/{name}"}
        if part.get("anyOf") == union:
            del part["anyOf"]
            part |= reference
        elif part.get("anyOf") == [*union, NULL]:
            part["anyOf"] = [reference, NULL]
    if isinstance(part.get("enum"), list) and len(part["enum"]) == 1:
        part["const"] = part.pop("enum")[0]
    return {key: _plain(value, unions) for key, value in part.items()}
