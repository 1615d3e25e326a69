"""Tools that look up the whole record of a thing: what is asked for is one field of it, and the tool's name does not say which."""

from __future__ import annotations

import json
from typing import Any

from .chance import Gen, article, listed, sentence
from .concepts import Context, Value
from .lookups import ATTRIBUTES, ENTITIES, VALUES, VERBS, be, of_thing, statement, with_article
from .toolkit import Tool, Use, join_name, request, tool_name

# What the things of a kind are called, and where they are looked up.
NOUNS = {
    "person": "contact:the contacts|contact:the address book|customer:the customer list|employee:the staff list|member:the list of members|guest:the guest book|student:the school register|player:the team list|colleague:the office directory|patient:the files|tenant:the house register|person:the records",
    "city": "city:the atlas|town:the gazetteer|place:the map|city:the list of cities",
    "product": "product:the catalogue|item:the inventory|article:the shop's database|product:the price list",
    "code": "order:the order system|booking:the booking system|parcel:the parcel system|order:the database",
    "line": "train:the timetable|flight:the timetable|connection:the timetable",
    "shop": "place:the city guide|shop:the directory|venue:the guide",
    "work": "book:the library catalogue|film:the film database|book:the collection",
    "device": "device:the device list|appliance:the smart home",
    "animal": "animal:the encyclopedia|species:the animal database",
    "dish": "dish:the recipe book|recipe:the collection",
}
FIELDS: dict[str, list[list[str]]] = {kind: [] for kind in NOUNS}
for _row in ATTRIBUTES:
    _name, _kind, _value, _extra = _row.split("|", 3)
    if _kind in FIELDS and _value not in ("weather", "degrees"):
        FIELDS[_kind].append([_name, _value, _extra])
# A field that is not in the record.
UNSAID = "[The record of {e} [doesn't say|says nothing about that]: it has no {a}.|I found {e}, but no {a}.|The entry of {e} has no {a}.]"
ASKS = "[What is|What's|Tell me|I need|I want to know|Could you tell me|Can you check|Please check|Do you know|I'd like to know|Give me|Find out|Do we have] the {at} {of}"
WHOLE = "[look up {e}|look {e} up|find {e}|find {e} in {w}|search {w} for {e}|see what we have on {e}|show me {e}|open the entry of {e}|get me the details of {e}|check {e} in {w}|pull up {e}]"
OPEN = "[Is {e} in {w}?|Do we have {e} in {w}?|What do we know about {e}?|What do you know about {e}?|Have we got {e} in {w}?|Can you find {e}?|What does {w} say about {e}?|{e}: what do we have?]"


def values_of(gen: Gen, kind: str) -> dict[str, str]:
    """Two to five fields of a record, by attribute."""
    rows = gen.some(FIELDS[kind], gen.number(min(2, len(FIELDS[kind])), min(5, len(FIELDS[kind]))))
    return {name: VALUES[value](gen) for name, value, _ in rows}


def wrap(gen: Gen, style: str, key: str, named: str, held: dict[str, str]) -> str:
    """The record as a tool gives it back: an object, or lines."""
    if gen.chance(0.2):
        return gen.pick(["; ", ", ", "\n"]).join([named] * gen.chance(0.7) + [f"{name}: {value}" for name, value in held.items()])
    fields: dict[str, Any] = {key: named} if gen.chance(0.7) else {}
    fields |= {join_name(style, name.split()): value for name, value in held.items()}
    return json.dumps(fields, ensure_ascii=False, separators=gen.pick([(",", ":"), (", ", ": ")]))


def told(gen: Gen, kind: str, entity: str, held: dict[str, str]) -> str:
    """The whole record in a sentence."""
    thing = with_article(kind, entity)
    parts = listed([f"it {VERBS[name]} {value}" if name in VERBS else f"the {name} {be(name)} {value}" for name, value in held.items()])
    return sentence(gen.text("[I found {t}: {p}.|{e}: {p}.|Yes, {p}.|Here is what I found about {t}: {p}.]", e=entity, p=parts, t=thing))


def record_tool(gen: Gen) -> Tool:
    """A tool that finds a thing by its name and gives back everything that is held about it."""
    kind = gen.pick(list(NOUNS))
    if gen.chance(0.35):
        kind = "person"
    noun, where = gen.pick(NOUNS[kind].split("|")).split(":")
    name = tool_name(gen, gen.pick([["find", noun], ["look up", noun], ["get", noun], [noun, "lookup"], ["search", noun], [noun, "info"], ["get", noun, "details"], ["fetch", noun], ["show", noun]]))
    description = gen.say(
        "[[Looks up|Look up|Finds|Find|Searches for|Gets|Fetches|Shows] {a} in {w}|[Gets|Returns|Shows] [the details of|everything known about|the entry of|information about|the record of] {a}|[Details|Information|Facts] about {a}|The entry of {a} in {w}][.|]",
        a=article(noun), w=where,
    )  # fmt: skip
    param = ENTITIES[kind].draw(gen)
    style = "snake" if "_" in name or gen.chance(0.3) else "camel"

    def make(tool: Tool, g: Gen, context: Context, values: dict[str, Value]) -> Use:
        entity = values[param.name].said
        held = values_of(g, kind)
        about, value_kind, extra = g.pick(FIELDS[kind])
        way = g.weighted({"field": 7, "whole": 2, "open": 1.5})
        if way == "field":
            ask = g.text(g.pick(extra.split(";")) if g.chance(0.6) else ASKS, e=entity, at=about, of=of_thing(about, kind, entity))
            if not ask.endswith("?"):
                ask = sentence(ask) + ("?" if ask.startswith(("What", "Could", "Can", "Do ")) else ".")
            if about not in held and g.chance(0.9):
                held = dict(g.shuffled([*held.items(), (about, VALUES[value_kind](g))]))
        else:
            ask = request(g, g.text(WHOLE, e=entity, w=where)) if way == "whole" else g.text(OPEN, e=entity, w=where)

        def outcome(g: Gen) -> tuple[Any, str]:
            result = wrap(g, style, param.name, entity, held)
            if way != "field":
                return result, told(g, kind, entity, held)
            if about not in held:
                return result, g.say(UNSAID, e=with_article(kind, entity), a=about)
            return result, g.say(statement(about, kind, entity), v=held[about])

        return Use(sentence(ask), tool.arguments(values), f"the {noun} {entity}", outcome)

    return Tool(name, description, [param], f"record {kind}", make, param)
