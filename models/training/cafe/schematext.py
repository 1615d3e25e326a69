"""How a wanted structure is written into a prompt: as a listing, as one line of JSON Schema, or in prose."""

from __future__ import annotations

import json
from typing import Any

from .chance import Gen, article, listed

Schema = dict[str, Any]


def compact(value: Any) -> str:
    """JSON as the model writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def kind(schema: Schema, root: Schema | None = None) -> str:
    """What a value must be, in the type notation (the twin of the chat template's macro)."""
    root = root or schema
    if "$ref" in schema:
        return kind(root["$defs"][schema["$ref"].rsplit("/", 1)[-1]], root)
    if "const" in schema:
        return compact(schema["const"])
    if "enum" in schema:
        return "one of " + ", ".join(compact(item) for item in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(kind(way, root) for way in schema["anyOf"])
    if schema.get("type") == "array":
        low, high = schema.get("minItems"), schema.get("maxItems")
        span = (
            f"{low} "
            if low is not None and low == high
            else (
                f"{low} to {high} "
                if low is not None and high is not None
                else f"at most {high} " if high is not None else f"at least {low} " if low is not None else ""
            )
        )
        return f"array of {span}{kind(schema['items'], root)}"
    if schema.get("type") == "object":
        return "{" + ", ".join(entry(name, schema, root) for name in schema["properties"]) + "}"
    low, high = schema.get("minimum"), schema.get("maximum")
    span = (
        f" from {low} to {high}"
        if low is not None and high is not None
        else f" at least {low}" if low is not None else f" at most {high}" if high is not None else ""
    )
    return schema["type"] + span


def entry(name: str, schema: Schema, root: Schema) -> str:
    """One property: `name (kind, optional): description`."""
    value = schema["properties"][name]
    optional = "" if name in schema.get("required", [name]) else ", optional"
    description = f": {value['description']}" if "description" in value else ""
    return f"{name} ({kind(value, root)}{optional}){description}"


def listing(schema: Schema) -> str:
    """The structure as a list of its properties, or as one line where it is no object."""
    if schema.get("type") != "object":
        return kind(schema)
    return "\n".join("- " + entry(name, schema, schema) for name in schema["properties"])


def apple(schema: Schema, title: str) -> Schema:
    """The schema with a title, the order of properties and closed objects, as a session encodes its types."""
    if schema.get("type") != "object":
        return schema
    closed: Schema = {"type": "object", "title": title} | {k: v for k, v in schema.items() if k not in ("type", "$defs")}
    closed |= {"x-order": list(schema["properties"]), "additionalProperties": False}
    return closed | ({"$defs": schema["$defs"]} if "$defs" in schema else {})


def prose(gen: Gen, schema: Schema) -> str:
    """The structure in a sentence: names with what they are."""
    if schema.get("type") != "object":
        return f"Answer as JSON: {kind(schema)}."
    parts = []
    for name, value in schema["properties"].items():
        what = kind(value, schema)
        note = "" if name in schema.get("required", [name]) else ", optional"
        note += f", {value['description'][:1].lower() + value['description'][1:].rstrip('.')}" if "description" in value else ""
        parts.append(
            f'"{name}" ({what}{note})'
            if gen.chance(0.6) or what.split()[0] not in ("string", "integer", "number", "boolean")
            else f"{article(what)} {name}{note}"
        )
    return gen.text("[Answer|Reply|Respond] [in|as] JSON with [|the properties |the keys ]{p}.", p=listed(parts))


def ask_for(gen: Gen, prompt: str, schema: Schema, title: str) -> str:
    """The prompt with the wanted structure after it."""
    way = gen.weighted({"listing": 0.5, "schema": 0.32, "prose": 0.18})
    if way == "listing":
        return (
            f"{prompt}\n\nAnswer as JSON with:\n{listing(schema)}"
            if schema.get("type") == "object"
            else f"{prompt}\n\nAnswer as JSON: {listing(schema)}"
        )
    if way == "schema":
        return f"{prompt}\n\nAnswer as JSON that fits this schema:\n{compact(apple(schema, title) if gen.chance(0.7) else schema)}"
    return f"{prompt}{gen.pick([' ', chr(10)])}{prose(gen, schema)}"
