"""TypeScript types from a JSON Schema: only the parts of it that protocol.py makes."""

from __future__ import annotations

import json
from typing import Any

JSON = dict[str, Any]

HEAD = """\
// Made by tools/docs.py from docs/protocol.schema.json: do not edit.
// The messages of the service and the bodies of its HTTP interface (docs/protocol.md).
// A field with `?` may be left out; unions are told apart by `type`, `do`, `kind`, `game`, `what`.
"""
LIMITS = {"minimum": "from {}", "maximum": "to {}", "maxLength": "at most {} characters"}
SIMPLE = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def typescript(schema: JSON) -> str:
    """A module with every name of $defs."""
    return "\n".join([HEAD, *(_declared(name, part) for name, part in schema["$defs"].items())])


def _declared(name: str, part: JSON) -> str:
    text = _comment(part, "")
    if "properties" not in part:
        return f"{text}export type {name} =\n  | " + "\n  | ".join(_options(part)) + ";\n"
    required = part.get("required", [])
    lines = [
        f"{_comment(field, '  ')}  {key}{'' if key in required else '?'}: {_type(field)};\n"
        for key, field in part["properties"].items()
    ]
    return f"{text}export interface {name} {{\n{''.join(lines)}}}\n"


def _options(part: JSON) -> list[str]:
    return [_type(each) for each in part["anyOf"]]


def _type(part: JSON) -> str:
    if "$ref" in part:
        return str(part["$ref"].rsplit("/", 1)[1])
    if "const" in part:
        return json.dumps(part["const"])
    if "enum" in part:
        return " | ".join(json.dumps(value) for value in part["enum"])
    if "anyOf" in part:
        return " | ".join(_options(part))
    match part.get("type"):
        case "array":
            return _list(part)
        case "object":
            values = part.get("additionalProperties")
            return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"
        case None:
            return "unknown"
        case kind:
            return SIMPLE[kind]


def _list(part: JSON) -> str:
    if "prefixItems" in part:
        return f"[{', '.join(_type(each) for each in part['prefixItems'])}]"
    items = _type(part.get("items", {}))
    return f"({items})[]" if " | " in items else f"{items}[]"


def _comment(part: JSON, indent: str) -> str:
    text = part.get("description", "")
    limits = [words.format(part[key]) for key, words in LIMITS.items() if part.get(key)]
    said = f"{text} ({', '.join(limits)})" if limits else text
    return f"{indent}/** {said.strip().replace('*/', '* /')} */\n" if said else ""
