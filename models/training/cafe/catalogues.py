"""Tools that take from a catalogue: recipes of a kind, a number of things, places of a category in a city."""

from __future__ import annotations

import json
from typing import Any

from . import concepts as c
from . import words
from .chance import Gen, listed
from .concepts import Concept, Context, Value
from .toolkit import Tool, Use, distinct_params, request, restyle, tool_name

METHODS = "espresso,V60,French press,Aeropress,Chemex,moka pot,cold brew,Turkish coffee,filter,siphon".split(",")


def spec(kind: str, description: str) -> Concept:
    """A parameter of a world tool: only its schema is drawn from here, its value from the tool's own maker."""
    return Concept(kind, description, lambda g: {"type": "string"}, lambda g, s, x: Value("", ""), "{v}")


def bread_tool(gen: Gen) -> Tool:
    """searchBreadDatabase and its like: a search term and how many."""
    subject = gen.pick(["bread", "bread", "cake", "soup", "pastry", "brew", "pasta", "cookie"])
    kinds = {"bread": words.BREADS, "cake": words.BAKES, "pastry": words.BAKES, "brew": METHODS, "cookie": words.BAKES}.get(subject)
    term = c.QUERY.draw(gen)
    if "description" in term.schema:
        term.schema["description"] = gen.say("[The type of {s} to search for|What {s} to look for|Kind of {s}]", s=subject)
    limit = c.LIMIT.draw(gen, required=gen.chance(0.8))
    if "minimum" in limit.schema:
        limit.schema["maximum"] = gen.pick([5, 6, 8, 10])
    params = distinct_params(gen, [term, limit])
    name = tool_name(
        gen, gen.pick([["search", subject, "database"], ["find", subject, "recipes"], ["search", subject, "recipes"], [subject, "search"]])
    )
    restyle(params, name)
    description = gen.say(
        "[Searches a local database for {s} recipes.|Finds {s} recipes|Search the {s} recipes.|Looks up recipes for {s}]", s=subject
    )

    def make(tool: Tool, g: Gen, context: Context, values: dict[str, Value]) -> Use:
        wanted = (
            g.pick(kinds) if kinds and g.chance(0.6) else words.coin(g) if g.chance(0.6) else g.pick(words.COLOURS) + " " + words.coin(g)
        )
        number = g.number(1, 6 if "maximum" not in limit.schema else min(6, limit.schema["maximum"]))
        says_number = limit.required or g.chance(0.6)
        lead = words.spoken(g, number) + " " if says_number and number > 1 else "a " if says_number else ""
        recipes = "recipe" if says_number and number == 1 else "recipes"
        stem = g.pick([f"{lead}{wanted} {recipes}", f"{lead}{recipes} for {wanted}"])
        if lead == "a " and stem.startswith("a ") and wanted[0] in "aeiou" and not stem.startswith("a recipe"):
            stem = "an" + stem[1:]
        ask = (
            request(g, g.text("[find|get|show me|look up|search for|give me] {s}", s=stem))
            if g.chance(0.7)
            else g.say("[I need {s}.|I'd like {s}.|I want to bake, so bring me {s}.|We could use {s}.]", s=stem)
        )
        args: dict[str, Any] = {term.name: wanted}
        if says_number:
            args[limit.name] = number
        found = words.thing_names(g, number if says_number else g.number(2, 4))

        def outcome(g: Gen) -> tuple[Any, str]:
            if g.chance(0.4):
                lines = [
                    f"Recipe for '{n}': {g.text('[soft and light|crisp crust|slow dough|sweet and nutty|rich and dark|quick and easy]')} Link: https://{words.coin(g)}.example/{g.number(1, 99)}"
                    for n in found
                ]
                return json.dumps({"recipes": lines}, ensure_ascii=False), g.say(
                    "[I found {n} {r}: {l}.|Here you go: {l}.|You could try {l}.]",
                    n=words.in_words(len(found)),
                    r="recipe" if len(found) == 1 else "recipes",
                    l=listed(found),
                )
            return ", ".join(found), g.say(
                "[I found {n} {r}: {l}.|Here you go: {l}.|You could try {l}.]",
                n=words.in_words(len(found)),
                r="recipe" if len(found) == 1 else "recipes",
                l=listed(found),
            )

        return Use(ask, args, f"{wanted} recipes", outcome)

    return Tool(name, description, params, "recipes", make)


def count_tool(gen: Gen) -> Tool:
    """findContacts and its like: only a number of things."""
    thing, make_items = gen.pick(
        [
            ("contacts", words.full_name),
            ("contacts", words.full_name),
            ("quotes", words.place_name),
            ("customers", words.full_name),
            ("songs", words.place_name),
            ("recipes", words.place_name),
            ("photos", words.place_name),
            ("employees", words.full_name),
            ("varieties", lambda g: g.pick(words.ALL_WINES)[0]),
        ]
    )
    param = c.LIMIT.draw(gen)
    if gen.chance(0.5):
        param.name = gen.pick(["count", f"{thing}Count", "number"])
    if "description" in param.schema:
        param.schema["description"] = gen.say("[The number of {t} to [get|select]|How many {t} to get|Number of {t}]", t=thing)
    if "maximum" in param.schema:
        param.schema["maximum"] = 10
    name = tool_name(gen, [gen.pick(["find", "get", "pick", "list", "select"]), thing])
    restyle([param], name)
    description = gen.say("[Find a specific number of {t}|Gets {t}.|Returns a number of {t}.|Picks some {t}]", t=thing)

    def make(tool: Tool, g: Gen, context: Context, values: dict[str, Value]) -> Use:
        number = g.number(2, 10)
        said = words.spoken(g, number)
        ask = request(
            g,
            g.text("[find|get|pick|list|show me|give me|pull up|select] {n} [|of my |of the |random ]{t}", n=said, t=thing).replace(
                "of my songs", "songs"
            ),
        )
        items: list[str] = []
        while len(items) < min(number, 6):
            made = make_items(g)
            if made not in items:
                items.append(made)

        def outcome(g: Gen) -> tuple[Any, str]:
            return g.pick([json.dumps(items, ensure_ascii=False), ", ".join(items), "\n".join(items)]), g.say(
                "[Here are {n} {t}: {l}.|I found {l}.|{l}.|These are the {t}: {l}.]", n=words.in_words(len(items)), t=thing, l=listed(items)
            )

        return Use(ask, {param.name: number}, f"the {thing}", outcome)

    return Tool(name, description, [param], f"count {thing}", make)


def inventory_tool(gen: Gen) -> Tool:
    """searchInventory: a city, a limit and a category from a list."""
    kinds = gen.pick(
        [
            ["restaurant", "hotel", "attraction"],
            ["museum", "park", "theatre"],
            ["bakery", "bookshop", "florist", "pharmacy"],
            ["pool", "gym", "library"],
            ["beach", "trail", "campsite"],
        ]
    )
    plurals = {k: k[:-1] + "ies" if k.endswith("y") else k + "es" if k.endswith("ch") else k + "s" for k in kinds}
    category = spec("category kind placeType type", "[category filter|kind of place|which category]").draw(gen)
    category.schema = {"type": "string", "enum": kinds} | (
        {"description": category.schema["description"]} if "description" in category.schema else {}
    )
    params = distinct_params(gen, gen.shuffled([c.CITY.draw(gen), c.LIMIT.draw(gen), category]))
    limit = next(p for p in params if p.concept is c.LIMIT)
    town = next(p for p in params if p.concept is c.CITY)
    limit.schema |= {"maximum": 50} if "maximum" in limit.schema else {}
    name = tool_name(gen, gen.pick([["search inventory"], ["find places"], ["search places"], ["list places"], ["query catalogue"]]))
    restyle(params, name)
    description = gen.say("[Search the inventory of places|Finds places in a city by category.|Looks up places of a kind in a city]")

    def make(tool: Tool, g: Gen, context: Context, values: dict[str, Value]) -> Use:
        kind, place, number = g.pick(kinds), words.city(g), g.number(2, 15)
        body = f"{words.spoken(g, number)} {plurals[kind]} in {place}"
        ask = (
            request(g, g.text("[find|show me|list|get me|look up] {b}", b=body))
            if g.chance(0.6)
            else g.say(
                "[We'd like {b}.|I need {b}.|I'm visiting {c} and want to see {n} {k}.|{b}, please.|What are {b}?]",
                b=body,
                c=place,
                n=words.spoken(g, number),
                k=plurals[kind],
            )
        )
        items = words.thing_names(g, min(number, 4))

        def outcome(g: Gen) -> tuple[Any, str]:
            return g.pick([", ".join(items), json.dumps(items), "\n".join(f"{i}. {n}" for i, n in enumerate(items, 1))]), g.say(
                "[I found {l}.|In {c} there are {l}.|How about {l}?]", l=listed(items), c=place
            )

        if f"{number}" not in ask and words.in_words(number) not in ask.lower():
            ask = f"Find {body}."
        args = {category.name: kind, town.name: place, limit.name: number}
        return Use(ask, {p.name: args[p.name] for p in tool.params}, f"the {plurals[kind]}", outcome)

    return Tool(name, description, params, "search inventory", make)
