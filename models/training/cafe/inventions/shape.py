"""What the rooms of inventions share: tables from text files, and fields, arrays and questions as schemas with their values."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Sequence

from ..chance import Gen
from ..schematext import Schema
from ..tasks import obj

Field = tuple[str, Schema, Any, bool]
STRING: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}


# Tables


@lru_cache(maxsize=None)
def blocks(name: str) -> dict[str, list[str]]:
    """The lines of a text file by their heading, `== heading`. A line that begins with `#` is a comment."""
    found = {}
    for block in (Path(__file__).parent / name).read_text(encoding="utf-8").split("\n== ")[1:]:
        heading, *rows = block.splitlines()
        found[heading] = [row for row in rows if row and not row.startswith("#")]
    return found


def tables(name: str) -> dict[str, list[list[str]]]:
    """The blocks of a text file with each line split into columns."""
    return {heading: [row.split("|") for row in rows] for heading, rows in blocks(name).items()}


# Pieces of schemas


def field(gen: Gen, names: str, schema: Schema, value: Any, about: str = "", often: float = 0.4) -> Field:
    """A property under one of its names, sometimes with a description, rarely optional."""
    if about and gen.chance(often):
        schema = schema | {"description": gen.say(about)}
    return gen.pick(names.split()), schema, value, gen.chance(0.96)


def shape(gen: Gen, must: list[Field], spare: Sequence[Field] = (), low: int = 1, high: int = 4, mixed: float = 0.35) -> tuple[Schema, Any]:
    """An object of all fields of `must` and some of `spare`, mostly in the order given."""
    chosen = set(gen.some(range(len(spare)), gen.number(low, high))) if spare else set()
    fields = must + [f for i, f in enumerate(spare) if i in chosen]
    seen: set[str] = set()
    fields = [f for f in fields if not (f[0] in seen or seen.add(f[0]))]  # type: ignore[func-returns-value]
    return obj(gen.shuffled(fields) if gen.chance(mixed) else fields)


def whole(gen: Gen, low: int, high: int) -> Schema:
    """A whole number, mostly with its range."""
    bounds = gen.weighted({"both": 0.6, "low": 0.12, "high": 0.08, "none": 0.2})
    schema: Schema = {"type": "integer"}
    if bounds in ("both", "low"):
        schema["minimum"] = low
    if bounds in ("both", "high"):
        schema["maximum"] = high
    return schema


def choice(gen: Gen, right: str, others: Sequence[str], low: int = 2, high: int = 6) -> Schema:
    """A choice that holds the right value among others, in any order."""
    pool = [o for o in dict.fromkeys(others) if o != right]
    return {"type": "string", "enum": gen.shuffled([right] + gen.some(pool, gen.number(low, high) - 1))}


def array(gen: Gen, items: Schema, count: int) -> Schema:
    """An array whose bounds, where it has any, allow `count`."""
    bounds = gen.weighted({"exact": 0.45, "span": 0.2, "low": 0.1, "high": 0.05, "none": 0.2})
    schema: Schema = {"type": "array", "items": items}
    if bounds != "none":
        schema |= {
            "exact": {"minItems": count, "maxItems": count},
            "span": {"minItems": max(1, count - gen.number(0, 1)), "maxItems": count + gen.number(1, 2)},
            "low": {"minItems": max(1, count - gen.number(0, 1))},
            "high": {"maxItems": count + gen.number(0, 2)},
        }[bounds]
    return schema


def records(gen: Gen, keys: dict[str, Schema], values: list[dict[str, Any]]) -> tuple[Schema, list[dict[str, Any]]]:
    """An array of objects with some keys renamed from `a/b/c`, all required."""
    names = {key: gen.pick(key.split("/")) for key in keys}
    item: Schema = {"type": "object", "properties": {names[k]: s for k, s in keys.items()}, "required": list(names.values())}
    return array(gen, item, len(values)), [{names[k]: v[k] for k in keys} for v in values]


def defined(gen: Gen, schema: Schema, name: str, title: str) -> Schema:
    """The schema with the items of one array moved to its definitions, as a session of typed requests writes them."""
    items = schema["properties"].get(name, {}).get("items", {})
    if items.get("type") != "object" or not gen.chance(0.35):
        return schema
    item: Schema = {"type": "object", "title": title} | {k: v for k, v in items.items() if k != "type"}
    item |= {"x-order": list(items["properties"]), "additionalProperties": False}
    schema["properties"][name] = schema["properties"][name] | {"items": {"$ref": f"#/$defs/{title}"}}
    return schema | {"$defs": {title: item}}


def posed(gen: Gen, asked: Field, right: str, wrong: list[str], spare: list[Field]) -> tuple[Schema, Any]:
    """A question with its answer, in one of the usual shapes."""
    way = gen.weighted({"marked": 0.4, "bare": 0.22, "options": 0.23, "index": 0.15})
    if way == "bare" and ("of these" in asked[2] or "biggest" in asked[2]):
        way = "options"
    options = gen.shuffled([right] + gen.some(wrong, gen.number(1, 3)))
    listing = array(gen, STRING, len(options))
    if way == "bare":
        schema, value = shape(gen, [asked, field(gen, "answer solution rightAnswer", STRING, right, "the answer", 0.2)], spare, 1, 2, 0)
    elif way == "options":
        held = field(gen, "options choices answers", listing, options, "[possible answers|the choices]", 0.2)
        schema, value = shape(
            gen, [asked, held, field(gen, "correct answer solution", STRING, right, "the right option", 0.9)], spare, 1, 2, 0
        )
    elif way == "index":
        held = field(gen, "options choices", listing, options, "[possible answers|the choices]", 0.2)
        about = "[position of the right option, from 0|index of the right one, the first is 0]"
        place = field(gen, "correctIndex correct_index rightIndex", whole(gen, 0, len(options) - 1), options.index(right), about, 1)
        schema, value = shape(gen, [asked, held, place], spare, 1, 2, 0)
    else:
        label, mark = gen.pick(
            [("text", "isCorrect"), ("text", "isCorrect"), ("answer", "correct"), ("label", "right"), ("option", "is_true")]
        )
        items, rows = records(gen, {label: STRING, mark: FLAG}, [{label: o, mark: o == right} for o in options])
        held = field(gen, "answers answers options choices", items, rows)
        schema, value = shape(gen, [asked, held], spare, 1, 2, 0)
        schema = defined(gen, schema, held[0], "Answer")
    return schema, value


# Pieces of prompts


def closed(prompt: str) -> str:
    """The prompt with a full stop, where another sentence shall follow."""
    return prompt if prompt[-1] in ".!?" else prompt + "."
