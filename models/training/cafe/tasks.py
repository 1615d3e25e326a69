"""What a structured task is, and the small pieces of schemas that tasks share."""

from __future__ import annotations

from typing import Any

from .chance import Gen
from .schematext import Schema

# What a task is: instructions, prompt, schema, its title, the right answer.
Task = tuple[str, str, Schema, str, Any]


def obj(fields: list[tuple[str, Schema, Any, bool]]) -> tuple[Schema, dict[str, Any]]:
    """Schema and value of an object from (name, schema, value, required); a value of None is left out."""
    schema: Schema = {"type": "object", "properties": {n: s for n, s, _, _ in fields}, "required": [n for n, _, _, r in fields if r]}
    return schema, {n: v for n, _, v, _ in fields if v is not None}


def text(gen: Gen, description: str = "", often: float = 0.7) -> Schema:
    return {"type": "string"} | ({"description": gen.say(description)} if description and gen.chance(often) else {})


def encounter(gen: Gen, schema: Schema, key: str, ways: list[Schema]) -> None:
    """Adds a property that is one of several kinds of scenes, in place or as references to definitions. Each way is an object with a `type`."""
    if gen.chance(0.5):
        names = [f"Discriminated{w['properties']['type']['const'][:1].upper()}{w['properties']['type']['const'][1:]}" for w in ways]
        schema["$defs"] = {"Encounter": {"title": "Encounter", "anyOf": [{"$ref": f"#/$defs/{n}"} for n in names]}} | {
            n: {"type": "object", "title": n, "properties": w["properties"], "required": w["required"]}
            | {"x-order": w["required"], "additionalProperties": False}
            for n, w in zip(names, ways)
        }
        schema["properties"][key] = {"$ref": "#/$defs/Encounter"}
    else:
        schema["properties"][key] = {"anyOf": ways}
    schema["required"].append(key)
