"""Writes web/src/protocol.d.ts: the types of what the house and a client say to each other, for the web client's check.

They come from the house's own types by way of their JSON schema, so that neither can change without the other.
"""

import json
import re
from pathlib import Path
from typing import Any

import msgspec

from houseway.felt import Move, Payoff
from houseway.house import frames, lobby
from houseway.house.commands import Command
from houseway.web import endpoints

HEAD = "// Made by scripts/protocol_types.py from the house's own types: change those.\n\n"
TARGET = Path(__file__).resolve().parent.parent / "web" / "src" / "protocol.d.ts"
UNIONS = {
    "FromClient": frames.FromClient,
    "FromHouse": frames.FromHouse,
    "Move": Move,
    "Command": Command,
}


def main() -> None:
    TARGET.write_text(declarations(), encoding="utf-8")


def declarations() -> str:
    """All types, by their names."""
    answers = [kind for each in endpoints.ENDPOINTS if each.media == "application/json" for kind in each.answers]
    bodies = [each.body for each in endpoints.ENDPOINTS if each.body is not None]
    roots = [*UNIONS.values(), lobby.TableLine, Payoff, *answers, *bodies]
    schemas, components = msgspec.json.schema_components(roots, ref_template="{name}")
    made = [f"export type {name} = {_union(schema)};" for name, schema in zip(UNIONS, schemas, strict=False)]
    made += [_declared(name, schema) for name, schema in sorted(components.items())]
    return HEAD + "\n".join(made) + "\n"


def _union(schema: dict[str, Any]) -> str:
    return " | ".join(_named(each["$ref"]) for each in schema["anyOf"])


def _declared(name: str, schema: dict[str, Any]) -> str:
    comment = f"/** {schema['description'].splitlines()[0]} */\n" if schema.get("description") else ""
    return f"{comment}export type {_named(name)} = {_type(schema)};"


def _type(schema: dict[str, Any]) -> str:
    """A schema as a type."""
    if "$ref" in schema:
        return _named(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(each) for each in schema["anyOf"]))
    if "enum" in schema or "const" in schema:
        return " | ".join(json.dumps(each) for each in schema.get("enum", [schema.get("const")]))
    match schema.get("type"):
        case "object":
            return _object(schema)
        case "array":
            return _array(schema)
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null":
            return str(schema["type"])
        case _:
            return "any"


def _object(schema: dict[str, Any]) -> str:
    if "properties" not in schema:
        inside = schema.get("additionalProperties")
        return f"Record<string, {_type(inside) if isinstance(inside, dict) else 'any'}>"
    required = schema.get("required", ())
    fields = [f"{name}{'' if name in required else '?'}: {_type(each)}" for name, each in schema["properties"].items()]
    return "{ " + "; ".join(fields) + " }"


def _array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return "[" + ", ".join(_type(each) for each in schema["prefixItems"]) + "]"
    inside = _type(schema.get("items") or {})
    return f"({inside})[]" if "|" in inside else f"{inside}[]"


def _named(name: str) -> str:
    """A component's name as an identifier."""
    return re.sub(r"\W", "_", name)


if __name__ == "__main__":
    main()
