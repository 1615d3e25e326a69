"""Structures to invent, put together from hand-written fields.

Which fields a form has, which choices it offers and how many things it wants is drawn each time, so that no answer can be learned by heart: the model must
follow the list in the prompt.
"""

from __future__ import annotations

from typing import Any

from .bank import Block, Field, blocks, slots
from .banked import described, drawn, titled, typed, values
from .chance import Gen
from .concepts import Context
from .dates import some_date
from .inventions.shape import array, choice, whole
from .schematext import Schema
from .tasks import Task

GROUPS = "details more about profile extra info background further".split()


def free(gen: Gen, one: Field, context: Context) -> tuple[Schema, Any]:
    """A field with any of its values."""
    kind, schema = one.kind, described(gen, one)
    about = {"description": schema["description"]} if "description" in schema else {}
    if kind.name == "enum":
        value = gen.pick(kind.items)
        if gen.chance(0.2):
            some = gen.some(kind.items, gen.number(1, 3))
            items = held(gen, kind.items, some) if len(some) > 1 else choice(gen, some[0], kind.items, 4, 7)
            return array(gen, items, len(some)) | about, some
        return choice(gen, value, kind.items) | about, value
    if kind.name == "list":
        some = gen.some(kind.items, gen.weighted({1: 1, 2: 3, 3: 5, 4: 3, 5: 2, 6: 1}))
        return array(gen, {"type": "string"}, len(some)) | about, some
    if kind.name == "flag":
        return schema, gen.chance(0.5)
    if kind.name == "text":
        return schema, gen.pick(kind.items)
    if kind.name == "integer":
        low, high = sorted(gen.number(kind.low, kind.high) for _ in range(2)) if gen.chance(0.4) else (kind.low, kind.high)
        if high == low:
            low, high = kind.low, kind.high
        return whole(gen, low, high) | about, gen.number(low, high)
    return schema, kind.draw(gen, context).json


def held(gen: Gen, pool: tuple[str, ...], some: list[str]) -> Schema:
    """A choice that holds all of some values."""
    others = [item for item in pool if item not in some]
    return {"type": "string", "enum": gen.shuffled(some + gen.some(others, gen.number(1, 4)))}


def set_field(gen: Gen, one: Field, value: Any) -> Schema:
    """The schema of a field whose value the prompt decides."""
    schema = described(gen, one)
    if one.kind.name == "enum":
        return choice(gen, value, one.kind.items) | ({"description": schema["description"]} if "description" in schema else {})
    return schema


def form_task(gen: Gen, block: Block | None = None) -> Task:
    """Something invented: what the prompt says, and other fields with any value that fits them."""
    block = block or gen.pick(blocks()["form"])
    context = Context(some_date(gen))
    given, text = gen.pick(block.asks)
    made = drawn(gen, block, context)
    said = values(gen, block.fields, slots(text), context)
    known = {name: value.json for name, value in said.items()} | given
    rest = [name for name in block.fields if name not in known]
    chosen = set(gen.some(rest, max(0, gen.weighted({1: 1, 2: 3, 3: 4, 4: 3, 5: 2}) - len(known) // 2))) | set(known)
    order = [name for name in block.fields if name in chosen]
    order = gen.shuffled(order) if gen.chance(0.4) else order
    schema: Schema = {"type": "object", "properties": {}, "required": []}
    found: dict[str, Any] = {}
    for name in order:
        one = block.fields[name]
        spelled = gen.pick(one.names)
        part, value = (set_field(gen, one, known[name]), known[name]) if name in known else free(gen, one, context)
        schema["properties"][spelled] = part
        schema["required"].append(spelled)
        found[spelled] = value
    if len(found) > 3 and gen.chance(0.2):
        schema, found = grouped(gen, schema, found)
    told = gen.pick(block.told)
    prompt = typed(gen, text, made | {name: value.said for name, value in said.items()})
    return told, prompt, schema, titled(block), found


def grouped(gen: Gen, schema: Schema, found: dict[str, Any]) -> tuple[Schema, dict[str, Any]]:
    """The last two or three fields as an object of their own."""
    key = gen.pick(GROUPS)
    if key in found:
        return schema, found
    names = list(found)
    inner = names[-gen.number(2, 3) :]
    outer = [name for name in names if name not in inner]
    known: dict[str, Schema] = schema["properties"]
    part: Schema = {"type": "object", "properties": {name: known[name] for name in inner}, "required": inner}
    properties = {name: known[name] for name in outer} | {key: part}
    value = {name: found[name] for name in outer} | {key: {name: found[name] for name in inner}}
    return {"type": "object", "properties": properties, "required": outer + [key]}, value
