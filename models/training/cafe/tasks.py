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
