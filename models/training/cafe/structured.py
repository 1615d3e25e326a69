"""Conversations that end in a structure, also after earlier turns or after a tool's result."""

from __future__ import annotations

from typing import Any

from .banked import bank_task
from .chance import Gen, turn
from .extraction import EXTRACTIONS
from .forms import form_task
from .inventions import INVENTIONS
from .scenes import SCENES, wine_list
from .schematext import ask_for, compact
from .tasks import Task
from .tasting import tasting
from .toolbox import calling, toolbox
from .words import ALL_WINES, spoken
from .worldtools import rating_tool

TASKS = SCENES | EXTRACTIONS


# The share of names with letters beyond English where the answer invents them. Rare pieces are for copying: who begins to invent one finds no end.
INVENTED = 0.06


def structured_chat(gen: Gen) -> dict[str, Any]:
    """One structured answer, sometimes two, sometimes helped by a tool."""
    if gen.chance(0.1):
        return with_rating(gen) if gen.chance(0.6) else with_wines(gen)
    messages: list[dict[str, Any]] = []
    gen.foreign = INVENTED
    for index in range(1 if gen.chance(0.9) else 2):
        told, prompt, schema, title, value = gen.weighted(TASKS)(gen)
        if index == 0 and told:
            messages.append(turn("system", told))
        elif index and "date" in told.lower() or index and "today" in told.lower():
            break
        messages += [turn("user", ask_for(gen, prompt, schema, title)), turn("assistant", compact(value))]
    return {"messages": messages, "tools": []}


def invention(gen: Gen) -> Task:
    return gen.weighted(INVENTIONS)(gen)


def bank_structured(gen: Gen) -> dict[str, Any]:
    """A structure read from hand-written prose, or invented from a short prompt."""
    task = gen.weighted({bank_task: 0.55, form_task: 0.22, invention: 0.23})
    if task is not bank_task:
        gen.foreign = INVENTED
    return answered(gen, task(gen))


def answered(gen: Gen, task: Task) -> dict[str, Any]:
    """A task as a conversation with its right answer."""
    told, prompt, schema, title, value = task
    messages = [turn("system", told)] if told else []
    return {"messages": messages + [turn("user", ask_for(gen, prompt, schema, title)), turn("assistant", compact(value))], "tools": []}


def with_wines(gen: Gen) -> dict[str, Any]:
    """Varieties that a tool picks, then their types as a structure."""
    name = gen.pick(["wineType", "wine_type", "pickWines", "get_varieties"])
    parameter = gen.pick(["varietyCount", "count", "variety_count", "number"])
    number = gen.number(1, 6)
    _, _, schema, title, _ = wine_list(gen)
    items = schema["items"] if schema["type"] == "array" else schema["properties"]["wines"]["items"]
    keys = list(items["properties"])
    wines = gen.some(ALL_WINES, number)
    said = spoken(gen, number)
    prompt = (
        gen.say(
            "[Use the {t} tool to [fetch|get] {n} [varieties|wines] and determine their type|Fetch {n} wine varieties and say what type each is.|Get {n} varieties and sort them by type.]",
            t=name,
            n=said,
        )
        if number > 1
        else f"Use the {name} tool to fetch one variety and determine its type"
    )
    value: Any = [dict(zip(keys, wine)) for wine in wines]
    if schema["type"] == "object":
        value = {"wines": value}
    tool = {
        "name": name,
        "description": gen.pick(
            ["Determine the type of wine varieties", "Picks wine varieties.", "Returns wine varieties from the cellar"]
        ),
        "parameters": {
            "type": "object",
            "properties": {parameter: {"type": "integer", "description": "Number of varieties to select"}},
            "required": [parameter],
        },
    }
    messages = [turn("user", ask_for(gen, prompt, schema, title)), calling([{"name": name, "arguments": {parameter: number}}])]
    messages += [
        turn("tool", compact({"wines": [w for w, _ in wines]}) if gen.chance(0.7) else ", ".join(w for w, _ in wines)),
        turn("assistant", compact(value)),
    ]
    return {"messages": messages, "tools": [tool] + [t.schema(gen) for t in toolbox(gen, [], 2)]}


def with_rating(gen: Gen) -> dict[str, Any]:
    """A tasting note that is compared with the usual rating: a call first, then the structure."""
    told, prompt, schema, title, value = tasting(gen)
    tool = rating_tool(gen)
    method = next((m for m in ("espresso", "V60", "French press", "Aeropress", "Chemex", "moka pot", "cold brew") if m in prompt), None)
    if method is None:
        return structured_chat(gen)
    average = f"{gen.number(1, 4)}.{gen.number(0, 9)}"
    told = gen.text("Summarize the brew, and compare it [to|with] the user's usual [when relevant|rating].")
    schema["properties"]["comparison"] = {"type": "string", "description": "Compared with the usual rating"}
    schema["required"].append("comparison")
    rating = next(v for v in value.values() if isinstance(v, int))
    value["comparison"] = gen.text(
        "{w} than your usual {m}, which gets {a}.", w="Better" if rating > float(average) else "Worse", m=method, a=average
    )
    messages = [
        turn("system", told),
        turn("user", ask_for(gen, prompt, schema, title)),
        calling([{"name": tool.name, "arguments": {tool.params[0].name: method}}]),
    ]
    messages += [
        turn("tool", gen.text("[The user's average {m} rating is {a} out of 5.|{a}]", m=method, a=average)),
        turn("assistant", compact(value)),
    ]
    box = toolbox(gen, [tool], 3)
    return {"messages": messages, "tools": [t.schema(gen) for t in box]}
