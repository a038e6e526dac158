"""JSON schemas of the types that are sent: msgspec writes them, and their patterns are made readable here."""

from collections.abc import Sequence
from typing import Any

import msgspec

REFERENCE = "#/components/schemas/{name}"
END = r"(?![\s\S])"  # how our patterns say the end; in JSON Schema's dialect `$` says the same


def components(kinds: Sequence[Any]) -> tuple[dict[int, dict[str, Any]], dict[str, Any]]:
    """The schema of each type, by its place in the sequence, and all the parts that they refer to."""
    schemas, parts = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    return {place: _readable(schema) for place, schema in enumerate(schemas)}, _readable(parts)


def without_discriminators(schema: Any) -> Any:
    """The same where a discriminator would mean something else: tags are in the schemas of the parts anyway."""
    if isinstance(schema, dict):
        return {key: without_discriminators(part) for key, part in schema.items() if key != "discriminator"}
    if isinstance(schema, list):
        return [without_discriminators(part) for part in schema]
    return schema


def _readable(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {
            key: part.replace(END, "$") if key == "pattern" and isinstance(part, str) else _readable(part)
            for key, part in schema.items()
        }
    if isinstance(schema, list):
        return [_readable(part) for part in schema]
    return schema
